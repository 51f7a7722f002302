// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static java.lang.invoke.MethodHandles.lookup;

import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Finds the methods that implement procedures. */
public final class ProcedureMethod {
    private static final String NAME = "call";

    private ProcedureMethod() {}

    /**
     * Returns the public method {@code call} of a procedure, bound to the procedure object.
     *
     * @param arguments types of the procedure's arguments, which follow a session and an access control
     */
    public static MethodHandle of(Object procedure, Class<?>... arguments) {
        List<Class<?>> types = new ArrayList<>(List.of(ConnectorSession.class, ConnectorAccessControl.class));
        types.addAll(List.of(arguments));
        try {
            return lookup().unreflect(procedure.getClass().getMethod(NAME, types.toArray(Class[]::new)))
                    .bindTo(procedure);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
