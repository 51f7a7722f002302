// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.endpoint.S3Endpoint.Fault;
import io.skipping.committer.endpoint.S3Endpoint.Fault.Kind;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests application masters that are killed in their commits, whose work the next one goes on with. */
@Test(groups = "servers")
public class TestYarnMasters extends AbstractYarnTest {
    @DataProvider
    public Object[][] momentsOfCommit() {
        return new Object[][] {
            {"PUT-IF .*/_SUCCESS", Kind.NOT_DONE},
            {"PUT-IF .*/_SUCCESS", Kind.ANSWER_LOST},
            {"DELETE.*", Kind.NOT_DONE},
            {"DELETE.*", Kind.ANSWER_LOST},
        };
    }

    @Test(dataProvider = "momentsOfCommit")
    public void testKilledMaster(String request, Kind kind) throws Exception {
        Path destination = newS3Destination();
        Job job = job(configuration(), destination, 0, Fate.FINE, Fate.FINE);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        AtomicBoolean isKilled = new AtomicBoolean();
        endpoint.setFaults(each -> each.matches(request) && isFirst.compareAndSet(true, false)
                ? Fault.of(kind).then(() -> {
                    Masters.kill();
                    isKilled.set(true);
                })
                : Fault.NONE);
        try {
            assertThat(job.waitForCompletion(false)).isTrue();
        } finally {
            endpoint.endFaults();
        }
        assertThat(isKilled).as("the first master is killed").isTrue();
        assertThat(read(destination)).containsExactlyInAnyOrderElementsOf(expected(0, 2));
        assertThat(jobs(destination)).isEqualTo(1);
        assertThat(allData(destination)).as("no leftovers").hasSize(2);
    }
}
