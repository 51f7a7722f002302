// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.launcher;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/**
 * Starts the command of a jar. This package is compiled for Java 8, so that even an old Java can report that it is too
 * old.
 */
final class Launcher {
    private static final int USAGE = 2;

    private final String jar;
    private final int neededJava;
    private final String command;

    /**
     * @param command the name of the class whose {@code main} is the command; it must not be loaded before the Java
     *     version is checked
     */
    Launcher(String jar, int neededJava, String command) {
        this.jar = jar;
        this.neededJava = neededJava;
        this.command = command;
    }

    void start(String[] arguments) throws Throwable {
        Optional<String> problem =
                problem(System.getProperty("java.specification.version"), System.getProperty("java.home"));
        if (problem.isPresent()) {
            System.err.println(problem.get());
            System.exit(USAGE);
        }
        try {
            Class.forName(command).getMethod("main", String[].class).invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /**
     * Returns an error message for the user if this Java cannot run the command.
     *
     * @param version such as 1.8 or 17
     * @param home the folder of this Java
     */
    Optional<String> problem(String version, String home) {
        String major = version.startsWith("1.") ? version.substring(2) : version;
        if (Integer.parseInt(major) >= neededJava) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                "%s needs Java %d or later, and this is Java %s in %s. Start it with a newer one: /path/to/jdk-%d/bin/java -jar %s",
                jar, neededJava, major, home, Math.max(neededJava, 25), jar));
    }
}
