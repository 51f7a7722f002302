// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.skipping.index.predicate.Predicate;
import org.testng.annotations.Test;

public class TestScanInfo {
    private record OfStock(String format, int files) {}

    /** Who reads the JSON of the stock connector's report finds the same properties. */
    @Test
    public void testJson() throws JsonProcessingException {
        assertThat(new JsonMapper().writeValueAsString(new ScanInfo(new OfStock("ORC", 3), Predicate.ALWAYS)))
                .isEqualTo("{\"format\":\"ORC\",\"files\":3,\"conditions\":{}}");
    }
}
