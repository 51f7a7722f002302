// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.command.TableName;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

public class TestHeartbeat {
    @Test
    public void testSilenceIsToldOf() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        AtomicLong seconds = new AtomicLong(100);
        Heartbeat heartbeat = Heartbeat.of(
                new TableName("grid", "meters"),
                new PrintStream(out, true, UTF_8),
                () -> TimeUnit.SECONDS.toNanos(seconds.get()));
        for (int second = 0; second < 25; second++) {
            seconds.incrementAndGet();
            heartbeat.look();
        }
        assertThat(out.toString(UTF_8).lines())
                .containsExactly(
                        "grid.meters: nothing heard from Trino for 10s; it may be busy, or the store may not answer",
                        "grid.meters: nothing heard from Trino for 20s; it may be busy, or the store may not answer");
        out.reset();
        heartbeat.heard();
        seconds.addAndGet(9);
        heartbeat.look();
        assertThat(out.toString(UTF_8)).isEmpty();
        seconds.addAndGet(1);
        heartbeat.look();
        assertThat(out.toString(UTF_8)).contains("for 10s");
        heartbeat.close();
    }
}
