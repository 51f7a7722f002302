// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures what is alive in the heap of a JVM. */
final class ServerHeap {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    private final long pid;

    ServerHeap(long pid) {
        this.pid = pid;
    }

    /** Returns the bytes in use after a garbage collection. */
    long live() throws IOException {
        command("GC.run");
        Matcher matcher = USED.matcher(command("GC.heap_info"));
        if (!matcher.find()) {
            throw new IOException("GC.heap_info of this JVM does not report the used bytes");
        }
        return Long.parseLong(matcher.group(1)) * 1024;
    }

    private String command(String name) throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid), name)
                .redirectErrorStream(true)
                .start();
        String answer = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
        try {
            if (jcmd.waitFor() != 0) {
                throw new IOException("jcmd %s failed: %s".formatted(name, answer));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while jcmd ran");
        }
        return answer;
    }
}
