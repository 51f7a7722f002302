// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Knows Hadoop for the commands, which name none of its types in what picocli looks at: their help is there without Hadoop. */
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

    /** With its file system's name, so that messages say where. */
    static Path path(String text, Configuration configuration) throws IOException {
        Path path = new Path(text);
        return path.getFileSystem(configuration).makeQualified(path);
    }
}
