// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.Iterables.getOnlyElement;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What JMX tells of a catalog of ours. */
final class CatalogStats {
    private CatalogStats() {}

    static long lookupFailures(String catalog) {
        return attribute(catalog, "LookupFailures");
    }

    static long filterFailures(String catalog) {
        return attribute(catalog, "FilterFailures");
    }

    private static long attribute(String catalog, String attribute) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            ObjectName pattern =
                    new ObjectName("*:type=%s,name=%s,*".formatted(SkippingStats.class.getSimpleName(), catalog));
            return (long) server.getAttribute(getOnlyElement(server.queryNames(pattern, null)), attribute);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }
}
