// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.List;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.testng.annotations.Test;

/**
 * Tests Parquet objects whose footer states a place of a row group that is not in the object, as some writers' do.
 * Releases of Trino differ in whether they find such a group, and share the summaries.
 */
@Test(groups = "servers")
public class TestGroupsAstray extends AbstractLakeTest {
    private static final String COLUMNS = "id bigint, text varchar";

    @Override
    protected void createTables() throws Exception {
        byte[] object = withLastGroupAstray(TestGroupsAstray.class.getResourceAsStream("/foreign/pyarrow.parquet"));
        for (String table : List.of("astray_in_footers", "astray_read", "astray_automatic")) {
            Files.createDirectories(root.resolve(table));
            Files.write(root.resolve(table).resolve("object"), object);
            runner.execute("CREATE TABLE %1$s (%2$s) WITH (format = 'PARQUET', external_location = 'local:///%1$s')"
                    .formatted(table, COLUMNS));
        }
        requestIndex("astray_in_footers", "minmax", "id");
        requestIndex("astray_read", "minmax", "id");
        requestIndex("astray_read", "nulls", "id");
        // footers do not have what this one keeps
        requestIndex("astray_read", "values", "text");
    }

    private void requestIndex(String table, String type, String column) {
        tables.setAutoIndexes(table, false);
        runner.execute("CALL lake.system.create_index('%s', '%s', '%s', ARRAY['%s'])"
                .formatted(SkippingQueryRunner.SCHEMA, table, type, column));
    }

    @Test
    public void testNoRowsAreLost() {
        for (String table : List.of("astray_in_footers", "astray_read", "astray_automatic")) {
            boolean isFound = plain("SELECT count(*) FROM CATALOG." + table)
                    .getFirst()
                    .getField(0)
                    .equals(3000L);
            assertThat(tables.build(table, "4kB").failed())
                    .as("objects of %s whose rows the reader does not find, if it finds them: %s", table, isFound)
                    .isEqualTo(isFound ? 0 : 1);
            for (String query : List.of(
                    // in the last group
                    "SELECT id, text FROM CATALOG.%s WHERE id = 2600",
                    "SELECT count(*) FROM CATALOG.%s WHERE id >= 2400",
                    "SELECT count(*), min(id), max(id), count(id) FROM CATALOG.%s",
                    "SELECT id FROM CATALOG.%s WHERE text LIKE '%%002600%%'")) {
                assertSameAsPlain(query.formatted(table));
            }
        }
    }

    /** States a place of the last row group that is behind the end of the object. */
    private static byte[] withLastGroupAstray(InputStream in) throws IOException {
        byte[] object;
        try (in) {
            object = in.readAllBytes();
        }
        int length = ByteBuffer.wrap(object).order(ByteOrder.LITTLE_ENDIAN).getInt(object.length - 8);
        int start = object.length - 8 - length;
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(object, start, length));
        footer.getRow_groups().getLast().setFile_offset(2L * object.length);
        ByteArrayOutputStream changed = new ByteArrayOutputStream();
        changed.write(object, 0, start);
        Util.writeFileMetaData(footer, changed);
        int changedLength = changed.size() - start;
        changed.write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(changedLength)
                .array());
        changed.write(object, object.length - 4, 4);
        return changed.toByteArray();
    }
}
