// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tasks whose attempts fail, are killed and have rivals. */
@Test(groups = "servers")
public class TestYarnAttempts extends AbstractYarnTest {
    @DataProvider
    public Object[][] destinations() {
        return new Object[][] {{newS3Destination()}, {newHdfsDestination()}};
    }

    @Test(dataProvider = "destinations")
    public void testTroubledAttempts(Path destination) throws Exception {
        Configuration configuration = configuration();
        configuration.setBoolean(MRJobConfig.MAP_SPECULATIVE, true);
        Job job = job(configuration, destination, 0, Fate.STALLS, Fate.FAILS, Fate.FAILS_LATE, Fate.KILLED, Fate.FINE);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue())
                .as("failed attempts")
                .isEqualTo(3);
        // not those killed: the job does not wait until the one that stalls, whose rival was faster, has ended
        assertThat(job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
                .as("attempts: five tasks, three of them twice as they failed, and a rival of the one that stalls")
                .isGreaterThanOrEqualTo(9);
        assertThat(read(destination)).containsExactlyInAnyOrderElementsOf(expected(0, 5));

        Job failing = job(configuration(), destination, 10_000, Fate.FINE, Fate.ALWAYS_FAILS);
        List<String> before = allData(destination);
        assertThat(failing.waitForCompletion(false)).isFalse();
        assertThat(allData(destination)).as("nothing of it is left").containsExactlyInAnyOrderElementsOf(before);
        assertThat(read(destination)).containsExactlyInAnyOrderElementsOf(expected(0, 5));
    }
}
