// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import java.util.Locale;

/** Says what Trino's tests are run against. */
enum SuiteMode {
    /** The stock connector, to tell what fails without us. */
    STOCK,
    /** The connector of this plugin. */
    PLAIN,
    /** The same, while an index of every table is built again and again. */
    INDEXED;

    static SuiteMode current() {
        return valueOf(System.getProperty("trino-suite.mode", "plain").toUpperCase(Locale.ROOT));
    }
}
