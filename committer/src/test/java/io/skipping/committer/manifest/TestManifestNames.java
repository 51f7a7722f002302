// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.name.JobId;
import java.util.Locale;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that names in a language that has digits of its own are those of every other. */
@Test(singleThreaded = true)
public class TestManifestNames {
    private Locale before;

    @BeforeMethod
    public void setLocale() {
        before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    }

    @AfterMethod(alwaysRun = true)
    public void resetLocale() {
        Locale.setDefault(before);
    }

    @Test
    public void testDigits() {
        assertThat("%d".formatted(12)).as("the language has others").isNotEqualTo("12");
        assertThat(ManifestNames.generation(12)).isEqualTo("_manifest-g00000000000000000012.json");
        assertThat(ManifestNames.generation(ManifestNames.generation(12))).hasValue(12);
        assertThat(ManifestNames.newList(new JobId("job"), 7)).matches("_manifest-job-[0-9a-f]{8}-00007\\.jsonl\\.gz");
        assertThat(ManifestNames.jobOfList(ManifestNames.newList(new JobId("a-b"), 7)))
                .contains(new JobId("a-b"));
        assertThat(ManifestNames.jobOfList("_manifest-other.jsonl.gz")).isEmpty();
        assertThat(JobId.ofHadoop("job_a_b_0001").value()).matches("a-b-0001-[0-9a-f]{8}-[0-9a-f]{8}");
    }
}
