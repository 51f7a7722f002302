// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Accesses Hadoop on behalf of the commands. The parts of the commands that picocli inspects name no Hadoop type, so
 * their help works without Hadoop.
 */
final class HadoopSettings {
    private static final String CONFIGURATION = "org.apache.hadoop.conf.Configuration";

    private static final String OF_SPARK = "spark.hadoop.";

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

    /**
     * Returns Hadoop's settings: those of its files, then Spark's for Hadoop, then the given ones, of which the later have the last
     * word.
     */
    static Configuration configuration(Map<String, String> properties) {
        Configuration configuration = new Configuration();
        // spark-submit makes system properties of its settings, of --conf and of spark-defaults.conf, and only Spark
        // gives Hadoop those that are Hadoop's
        Properties system = System.getProperties();
        system.stringPropertyNames().stream()
                .filter(name -> name.startsWith(OF_SPARK))
                .forEach(name -> configuration.set(name.substring(OF_SPARK.length()), system.getProperty(name)));
        properties.forEach(configuration::set);
        return configuration;
    }

    /** Returns the path qualified by its file system, so that messages show the full location. */
    static Path path(String text, Configuration configuration) throws IOException {
        Path path = new Path(text);
        return path.getFileSystem(configuration).makeQualified(path);
    }
}
