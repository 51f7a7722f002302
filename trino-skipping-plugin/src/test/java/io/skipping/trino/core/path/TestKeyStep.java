// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestKeyStep {
    @DataProvider
    public Object[][] paths() {
        return new Object[][] {
            {"m['k']", true},
            {"m[7]", true},
            {"element_at(m, 'k').v", true},
            {"CAST(element_at(m, 'k') AS double)", true},
            {"lower(\"a \"\"b\"[7])", true},
            {"element_at(\"a b\", '\"')", true},
            {"\"a b\".\"c d\"['\"x\"']", true},
            {"IF(TRY_CAST(m['k'] AS double) IS NULL, m['k'])", true},
            {"element_at(element_at(m, '\"'), '\"')", true},
            {"m", false},
            {"r.\"a[1]\"", false},
            {"CAST(\"element_at(x\" AS decimal(9,2))", false},
            {"json_extract_scalar(t, '$.place.city')", false},
            {"date_parse(t, '%Y \"')", false},
        };
    }

    @Test(dataProvider = "paths")
    public void testKeysAreFoundInPaths(String path, boolean hasKey) {
        assertThat(KeyStep.isIn(path)).as(path).isEqualTo(hasKey);
    }
}
