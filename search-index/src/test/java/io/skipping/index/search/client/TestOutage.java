// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

public class TestOutage {
    private final AtomicLong now = new AtomicLong();
    private final Outage outage = new Outage(SearchOptions.of(URI.create("http://localhost:9200")), new Ticker() {
        @Override
        public long read() {
            return now.get();
        }
    });

    @Test
    public void testOneWarningPerOutage() {
        try (CapturedLog log = new CapturedLog(Outage.class)) {
            outage.succeeded();
            fail(3);
            now.addAndGet(TimeUnit.HOURS.toNanos(1));
            fail(2);
            assertThat(log.messages("WARNING"))
                    .containsExactly("Indexes in [http://localhost:9200] cannot be used: Cannot ask");
            outage.succeeded();
            outage.succeeded();
            assertThat(log.messages("INFO"))
                    .containsExactly("Indexes in [http://localhost:9200] can be used again; requests that failed: 5");
            fail(1);
            assertThat(log.messages("WARNING")).hasSize(2);
            // it works and fails at the same time
            for (int i = 0; i < 100; i++) {
                outage.succeeded();
                fail(1);
            }
            assertThat(log.messages("WARNING")).hasSize(2);
            assertThat(log.messages("INFO")).hasSize(2);
            now.addAndGet(TimeUnit.MINUTES.toNanos(1));
            fail(1);
            assertThat(log.messages("WARNING")).hasSize(3);
        }
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            outage.failed(SearchException.withoutAnswer("Cannot ask", null));
        }
    }
}
