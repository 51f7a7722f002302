// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine.ir;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Represents an expression of the engine's intermediate representation, whose classes are not on the class path of a connector.
 * Methods throw {@link IllegalStateException} where a class of the engine has another shape than that of the release
 * for which this was written.
 *
 * @param expression an {@code io.trino.sql.ir.Expression}
 */
public record IrNode(Object expression) {
    /** accessors of the engine's classes, by class and name */
    private static final Map<Accessor, Method> ACCESSORS = new ConcurrentHashMap<>();

    private record Accessor(Class<?> type, String name) {}

    public IrNode {
        requireNonNull(expression, "expression is null");
    }

    /** Returns the simple name of the class of the expression, such as {@code Call}. */
    public String kind() {
        return expression.getClass().getSimpleName();
    }

    public boolean is(String kind) {
        return kind().equals(kind);
    }

    public Type type() {
        return (Type) get("type");
    }

    public List<IrNode> children() {
        return ((List<?>) get("children")).stream().map(IrNode::new).collect(toImmutableList());
    }

    /** Returns this expression and all below it. Expressions may be deep, so this does not recurse. */
    public List<IrNode> all() {
        List<IrNode> nodes = new ArrayList<>(List.of(this));
        for (int i = 0; i < nodes.size(); i++) {
            if (!nodes.get(i).is("Constant")) {
                nodes.addAll(nodes.get(i).children());
            }
        }
        return nodes;
    }

    /** Returns the conditions of which this is the conjunction, or this alone. */
    public List<IrNode> conjuncts() {
        List<IrNode> conjuncts = new ArrayList<>();
        Deque<IrNode> rest = new ArrayDeque<>(List.of(this));
        while (!rest.isEmpty()) {
            IrNode next = rest.pop();
            if (next.is("Logical") && next.get("operator").toString().equals("AND")) {
                next.children().forEach(rest::push);
            } else {
                conjuncts.add(next);
            }
        }
        return conjuncts;
    }

    /**
     * Returns the variables below this expression that stand for columns, and these.
     *
     * @param assignments columns by the names of the symbols that stand for them; arguments of lambdas are none
     */
    public Map<IrNode, ColumnHandle> columns(Map<String, ColumnHandle> assignments) {
        Map<IrNode, ColumnHandle> columns = new HashMap<>();
        all().stream()
                .filter(node -> node.is("Reference"))
                .forEach(node -> Optional.ofNullable(assignments.get((String) node.get("name")))
                        .ifPresent(column -> columns.put(node, column)));
        return columns;
    }

    /** Returns what an accessor of the expression returns. */
    public Object get(String accessor) {
        return get(expression, accessor);
    }

    /** Calls a public method without arguments. */
    public static Object get(Object target, String name) {
        try {
            return ACCESSORS
                    .computeIfAbsent(new Accessor(target.getClass(), name), IrNode::method)
                    .invoke(target);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the value of a private field. */
    public static Object field(Object target, String name) throws ReflectiveOperationException {
        Field field = target.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(target);
    }

    private static Method method(Accessor accessor) {
        try {
            return accessor.type().getMethod(accessor.name());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
