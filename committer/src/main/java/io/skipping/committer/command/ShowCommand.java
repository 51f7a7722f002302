// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import io.skipping.command.ExitCode;
import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.manifest.CommittedJob;
import io.skipping.committer.store.HadoopFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "show",
        description = "Shows the manifest of a folder: which jobs committed, and which objects count.",
        mixinStandardHelpOptions = true)
final class ShowCommand implements Callable<Integer> {
    @ParentCommand
    private CommitterCommand parent;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "<path>", description = "Folder of the data set")
    private String path;

    @Option(names = "--objects", description = "List the objects, too")
    private boolean objects;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Configuration configuration = HadoopSettings.configuration(parent.properties());
        Path folder = HadoopSettings.path(path, configuration);
        DataSet dataSet = ManifestReader.read(new HadoopFiles(folder.getFileSystem(configuration), folder), "");
        if (dataSet.generation() == 0) {
            out.printf("%s has no manifest: all objects with ordinary names count, and no others%n", folder);
            return ExitCode.OK.value();
        }
        out.printf("%s is at generation %,d%n", folder, dataSet.generation());
        for (CommittedJob job : dataSet.jobs()) {
            out.printf(
                    "%6d  %s  %s  %,d objects, %,d bytes%n",
                    job.generation(),
                    Instant.ofEpochMilli(job.committedMillis()),
                    job.id(),
                    job.objects(),
                    job.bytes());
        }
        long[] count = {0};
        dataSet.forEachObject(object -> {
            count[0]++;
            if (objects) {
                out.println(object.path());
            }
        });
        out.printf("%,d objects of them count, and all with ordinary names that were not replaced%n", count[0]);
        return ExitCode.OK.value();
    }
}
