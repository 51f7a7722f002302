// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.Iterables.getOnlyElement;

import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What JMX tells of a catalog of ours. */
final class CatalogStats {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private CatalogStats() {}

    static long lookupFailures(String catalog) {
        return attribute(catalog, "LookupFailures");
    }

    static long filterFailures(String catalog) {
        return attribute(catalog, "FilterFailures");
    }

    /**
     * Takes away what a server of another test has left under this name. Trino keeps what is registered first, also after
     * its catalog is gone, so that the next catalog of the name would show numbers that are not its own.
     */
    static void forget(String catalog) {
        try {
            for (ObjectName name : names(catalog)) {
                SERVER.unregisterMBean(name);
            }
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    private static long attribute(String catalog, String attribute) {
        try {
            return (long) SERVER.getAttribute(getOnlyElement(names(catalog)), attribute);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    private static Set<ObjectName> names(String catalog) throws JMException {
        return SERVER.queryNames(
                // the name that operators' dashboards have
                new ObjectName("io.skipping.trino:type=SkippingStats,name=%s".formatted(catalog)), null);
    }
}
