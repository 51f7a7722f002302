// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import com.google.common.collect.ImmutableList;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HivePageSourceFactory;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.line.CsvPageSourceFactory;
import io.trino.plugin.hive.line.JsonPageSourceFactory;
import io.trino.plugin.hive.line.OpenXJsonPageSourceFactory;
import io.trino.plugin.hive.line.RegexPageSourceFactory;
import io.trino.plugin.hive.line.SimpleTextFilePageSourceFactory;
import java.util.List;

/** Reads text by a reader of this project, where it can, and by the stock readers. */
public final class TextReaders {
    private TextReaders() {}

    /** Returns the readers of text, in the order in which they are to be asked. */
    public static List<HivePageSourceFactory> of(TrinoFileSystemFactory fileSystems, HiveConfig config) {
        return ImmutableList.of(
                new TextPageSourceFactory(fileSystems, config),
                new SimpleTextFilePageSourceFactory(fileSystems, config),
                new CsvPageSourceFactory(fileSystems, config),
                new JsonPageSourceFactory(fileSystems, config),
                new OpenXJsonPageSourceFactory(fileSystems, config),
                new RegexPageSourceFactory(fileSystems, config));
    }

    /** Returns whether these readers read a table in another way than stock Hive. */
    public static boolean areOthers(Schema schema) {
        return TextPageSourceFactory.mayRead(schema);
    }
}
