// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestLocalFolderSink {
    @Test
    public void testObjectsAppearWholeOrNotAtAll() throws IOException {
        Path folder = Files.createTempDirectory("sink");
        try {
            LocalFolderSink sink = new LocalFolderSink(folder);
            assertThat(sink.isEmpty()).isTrue();
            sink.write("dt=1/whole", out -> out.write(new byte[] {1, 2, 3}));
            assertThat(folder.resolve("dt=1/whole")).hasBinaryContent(new byte[] {1, 2, 3});
            assertThatThrownBy(() -> sink.write("dt=1/broken", out -> {
                        out.write(1);
                        throw new IOException("enough");
                    }))
                    .hasMessage("enough");
            try (Stream<Path> files = Files.list(folder.resolve("dt=1"))) {
                assertThat(files).containsExactly(folder.resolve("dt=1/whole"));
            }
            assertThat(sink.isEmpty()).isFalse();
        } finally {
            MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
        }
    }
}
