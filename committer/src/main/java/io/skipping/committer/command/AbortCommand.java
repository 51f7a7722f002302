// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import io.skipping.command.ExitCode;
import io.skipping.committer.name.JobId;
import io.skipping.committer.stage.Abort;
import io.skipping.committer.store.HadoopStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "abort",
        description = {
            "Deletes the output of a job that will never commit. Other jobs' objects are not touched.",
            "The job must not run any more."
        },
        mixinStandardHelpOptions = true)
final class AbortCommand implements Callable<Integer> {
    @ParentCommand
    private CommitterCommand parent;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "<path>", description = "Folder that the job wrote to")
    private String path;

    @Parameters(paramLabel = "<job>", description = "Its id, as in the names of its objects after '-attempt.'")
    private String job;

    @Override
    public Integer call() throws IOException {
        Configuration configuration = HadoopSettings.configuration(parent.properties());
        HadoopStore store = HadoopStore.at(HadoopSettings.path(path, configuration), configuration);
        int deleted = new Abort(store, new JobId(job)).job();
        spec.commandLine().getOut().printf("Deleted %,d objects of job %s%n", deleted, job);
        return ExitCode.OK.value();
    }
}
