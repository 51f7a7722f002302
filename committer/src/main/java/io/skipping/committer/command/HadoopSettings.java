// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Accesses Hadoop on behalf of the commands. The parts of the commands that picocli inspects name no Hadoop type, so
 * their help works without Hadoop.
 */
final class HadoopSettings {
    private static final String CONFIGURATION = "org.apache.hadoop.conf.Configuration";

    private HadoopSettings() {}

    /** Returns whether Hadoop is on the class path. */
    static boolean isThere() {
        try {
            Class.forName(CONFIGURATION, false, HadoopSettings.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static Configuration configuration(Map<String, String> properties) {
        Configuration configuration = new Configuration();
        properties.forEach(configuration::set);
        return configuration;
    }

    /** Returns the path qualified by its file system, so that messages show the full location. */
    static Path path(String text, Configuration configuration) throws IOException {
        Path path = new Path(text);
        return path.getFileSystem(configuration).makeQualified(path);
    }
}
