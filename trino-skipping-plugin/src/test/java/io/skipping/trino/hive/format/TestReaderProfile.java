// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.Profile;
import io.skipping.trino.core.release.TrinoRelease;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.Schema;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.session.PropertyMetadata;
import io.trino.testing.TestingConnectorSession;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.testng.annotations.Test;

public class TestReaderProfile {
    private static final String LAZY_SIMPLE = "org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe";
    private static final String CSV = "org.apache.hadoop.hive.serde2.OpenCSVSerde";
    private static final String PARQUET = "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe";
    private static final String ORC = "org.apache.hadoop.hive.ql.io.orc.OrcSerde";
    private static final String AVRO = "org.apache.hadoop.hive.serde2.avro.AvroSerDe";

    private static final boolean OLDEST = TrinoRelease.VERSION.equals("476");

    private final ReaderProfile profiles = new ReaderProfile(new HiveConfig()
            .setOrcLegacyTimeZone("UTC")
            .setParquetTimeZone("UTC")
            .setRcfileTimeZone("UTC"));

    @Test
    public void testTextsAreCanonical() {
        assertThat(text(LAZY_SIMPLE, Map.of("field.delim", ",", "serialization.null.format", "\\N", "numRows", "7")))
                .as("statistics do not change what is read")
                .isEqualTo("text/lazy-simple{field.delim=%2C,serialization.null.format=%5CN}");
        assertThat(text(PARQUET, Map.of("parquet.compression", "ZSTD")))
                .as("no property changes what is read of Parquet")
                .isEqualTo("parquet/by-name{int96-zone=UTC}");
        assertThat(text(ORC, Map.of())).isEqualTo("orc/by-position{legacy-zone=UTC}");
        assertThat(profiles.of(new Schema(ORC, true, Map.of()), false, session())
                        .text())
                .isEqualTo("orc/by-position{acid=true,legacy-zone=UTC}");
        assertThat(text(AVRO, Map.of("columns", "a,é")))
                .as("Avro finds values by the columns' names")
                .isEqualTo(
                        "hive/org.apache.hadoop.hive.serde2.avro.AvroSerDe{columns=a%%2C%%C3%%A9,jvm-zone=%s,orc-columns=by-position,orc-zone=UTC,parquet-columns=by-name,parquet-zone=UTC,rcfile-zone=UTC}"
                                .formatted(TimeZone.getDefault().getID()));
        assertThat(text(AVRO, Map.of("columns.types", "bigint:string")))
                .as("the zone of the process decides nothing")
                .doesNotContain("jvm-zone");
        assertThat(text("parquet.hive.serde.ParquetHiveSerDe", Map.of()))
                .as("the same reader under an earlier name")
                .isEqualTo("parquet/by-name{int96-zone=UTC}");
    }

    @Test
    public void testWhatEarlierReleasesSummarisedIsKnown() {
        Profile text = profiles.of(new Schema(LAZY_SIMPLE, false, Map.of("field.delim", ",")), false, session());
        assertThat(text.matches("e74cc58915bb7db4c2426b13c9ca2b9d")).isTrue();
        assertThat(text.matches(text.text())).isTrue();
        Profile parquet =
                profiles.of(new Schema(PARQUET, false, Map.of("serialization.format", "1")), false, session());
        assertThat(parquet.matches("5b04cc057c61c50918bf2d01b1b9cb77")).isTrue();
        assertThat(parquet.matches("e74cc58915bb7db4c2426b13c9ca2b9d")).isFalse();
    }

    /** Other engines write these again and again, as with each ANALYZE of Spark and each run of a crawler. */
    @Test
    public void testWhatOtherEnginesNoteOfATable() {
        for (String name : List.of(
                "spark.sql.statistics.numRows",
                "spark.sql.statistics.colStats.k.max",
                "impala.events.catalogVersion",
                "impala.lastComputeStatsTime",
                "DO_NOT_UPDATE_STATS",
                "repl.last.id",
                "hive.repl.ckpt.key",
                "UPDATED_BY_CRAWLER",
                "CRAWL_RUN_ID",
                "CrawlerSchemaDeserializerVersion",
                "CrawlerSchemaSerializerVersion",
                "recordCount",
                "averageRecordSize",
                "objectCount",
                "sizeKey")) {
            for (String serde : List.of(LAZY_SIMPLE, CSV, AVRO)) {
                Profile without = profile(serde, Map.of("field.delim", ","));
                Profile with = profile(serde, Map.of("field.delim", ",", name, "7"));
                assertThat(with.text()).as(name).isEqualTo(without.text()).doesNotContain(name);
                assertThat(with.earlierTexts())
                        .as("%s: what was summarised while it was as it is now", name)
                        .anyMatch(text -> text.contains(name + "=7") && text.startsWith(reader(with)));
            }
        }
        assertThat(text(LAZY_SIMPLE, Map.of("spark.sql.sources.provider", "csv")))
                .as("nobody knows what any other property does")
                .contains("spark.sql.sources.provider=csv");
    }

    private static String reader(Profile profile) {
        return profile.text().substring(0, profile.text().indexOf('{') + 1);
    }

    private Profile profile(String serde, Map<String, String> properties) {
        return profiles.of(new Schema(serde, false, properties), false, session());
    }

    /** Early builds summarised the rows of one bucket only, under the profiles of objects of one bucket. */
    @Test
    public void testSummariesOfPartsOfBucketsAreNotKnown() {
        Schema schema = new Schema(PARQUET, false, Map.of("serialization.format", "1"));
        Profile several = profiles.of(schema, true, session());
        assertThat(several.text()).isEqualTo("parquet/by-name{buckets=all,int96-zone=UTC}");
        assertThat(several.matches(profiles.of(schema, false, session()).text()))
                .isFalse();
        assertThat(several.matches("5b04cc057c61c50918bf2d01b1b9cb77"))
                .as("made before profiles were texts")
                .isFalse();
        for (String serde : List.of(LAZY_SIMPLE, CSV, AVRO)) {
            Schema other = new Schema(serde, false, Map.of("buckets", "some"));
            assertThat(profiles.of(other, true, session())
                            .matches(profiles.of(other, false, session()).text()))
                    .as(serde)
                    .isFalse();
        }
    }

    /** Times of Avro are of the zone of the process that reads, where an object names none. */
    @Test
    public void testZoneOfTheProcess() {
        Schema times = new Schema(AVRO, false, Map.of("columns.types", "bigint:array<timestamp>"));
        Profile here = profiles.of(times, false, session());
        TimeZone zone = TimeZone.getDefault();
        try {
            String other = zone.getID().equals("Asia/Kolkata") ? "America/Lima" : "Asia/Kolkata";
            TimeZone.setDefault(TimeZone.getTimeZone(other));
            assertThat(profiles.of(times, false, session()).matches(here.text()))
                    .isFalse();
            assertThat(text(AVRO, Map.of("columns.types", "bigint:array<timestamp>")))
                    .contains("jvm-zone=" + other);
        } finally {
            TimeZone.setDefault(zone);
        }
        assertThat(profiles.of(times, false, session()).matches(here.text())).isTrue();
        assertThat(here.earlierTexts()).as("made in any zone").isEmpty();
    }

    /** Footers have instants in UTC. Early builds took them as they are, whatever the zone of the reader. */
    @Test
    public void testInstantsOfParquet() {
        Schema schema = new Schema(PARQUET, false, Map.of("serialization.format", "1"));
        for (String zone : List.of("UTC", "GMT", "Etc/UTC")) {
            assertThat(profileIn(zone, schema).text()).as(zone).doesNotContain("instants");
        }
        for (String zone : List.of("America/New_York", "Europe/London", "+05:00")) {
            Profile profile = profileIn(zone, schema);
            assertThat(profile.text()).contains("instants=read,int96-zone=");
            assertThat(profile.earlierTexts()).containsExactly(profile.text().replace("{", "{footers=ignored,"));
        }
    }

    /** The indexes of tables that have no times stay as they are. */
    @Test
    public void testTablesWithoutTimes() {
        Schema schema = new Schema(PARQUET, false, Map.of("columns.types", "bigint:string:date"));
        assertThat(profileIn("America/New_York", schema).text())
                .isEqualTo("parquet/by-name{int96-zone=America/New_York}");
    }

    private static Profile profileIn(String zone, Schema schema) {
        return new ReaderProfile(new HiveConfig().setParquetTimeZone(zone)).of(schema, false, session());
    }

    /** Some writers' statistics are wrong, and a session that ignores them must not have objects skipped by them. */
    @Test
    public void testStatisticsOfFootersThatAreIgnored() {
        Schema schema = new Schema(PARQUET, false, Map.of("serialization.format", "1"));
        Profile usual = profiles.of(schema, false, session());
        Profile ignoring = profiles.of(schema, false, session(Map.of("parquet_ignore_statistics", true)));
        assertThat(ignoring.text()).isEqualTo("parquet/by-name{footers=ignored,int96-zone=UTC}");
        assertThat(ignoring.matches(usual.text())).isFalse();
        assertThat(ignoring.matches("5b04cc057c61c50918bf2d01b1b9cb77"))
                .as("made before profiles were texts")
                .isFalse();
        assertThat(usual.matches(ignoring.text()))
                .as("summaries of values are right for all")
                .isTrue();
    }

    /** Checks what releases of Trino read differently: booleans in other words. */
    @Test
    public void testReleasesThatReadOtherValuesHaveOtherProfiles() {
        assertThat(text(LAZY_SIMPLE, Map.of("extended_boolean_literal", "TRUE")))
                .isEqualTo(
                        OLDEST
                                ? "text/lazy-simple{extended_boolean_literal=TRUE}"
                                : "text/lazy-simple{booleans=extended,extended_boolean_literal=TRUE}");
        assertThat(text(LAZY_SIMPLE, Map.of("extended_boolean_literal", "false")))
                .isEqualTo("text/lazy-simple{extended_boolean_literal=false}");
    }

    @Test
    public void testReleasesShareSummariesOfCsvThatLeaveOutWrongText() {
        Profile csv = profiles.of(new Schema(CSV, false, Map.of("separatorChar", ";")), false, session());

        assertThat(csv.text()).isEqualTo("text/open-csv{separatorChar=%3B,wrong-utf8=unknown}");
        assertThat(csv.matches("text/open-csv{separatorChar=%3B}"))
                .as("made with 476, of wrong text that is replaced")
                .isEqualTo(OLDEST);
        assertThat(csv.matches("1be4b808c93b0e6fc260a91b413decc1"))
                .as("made with 476, before profiles were texts")
                .isEqualTo(OLDEST);
        assertThat(csv.matches("text/open-csv{separatorChar=%3B,wrong-utf8=kept}"))
                .as("made with 483, of wrong text as it is")
                .isEqualTo(!OLDEST);
    }

    @Test
    public void testASchemaInAFileIsNeverTheSame() {
        Schema schema = new Schema(AVRO, false, Map.of("avro.schema.url", "s3://bucket/schema.avsc"));
        assertThat(profiles.of(schema, false, session())).isNotEqualTo(profiles.of(schema, false, session()));
    }

    /** The descriptors of messages are in files of the servers, which these read again and again. */
    @Test
    public void testProtocolBuffersAreNeverTheSame() {
        Schema schema = new Schema(
                "com.twitter.elephantbird.hive.serde.ProtobufDeserializer",
                false,
                Map.of("serialization.class", "grid.Meters$Reading"));
        assertThat(ReaderProfile.dependsOnFile(schema)).isTrue();
        assertThat(profiles.of(schema, false, session())).isNotEqualTo(profiles.of(schema, false, session()));
        assertThat(ReaderProfile.dependsOnFile(new Schema(LAZY_SIMPLE, false, Map.of())))
                .isFalse();
    }

    /** Checks names such as {@code _col1}: this key is the column of the name or the one in this place, depending on what is read. */
    @Test
    public void testNamesOfPlacesInJson() {
        String json = "org.apache.hive.hcatalog.data.JsonSerDe";
        assertThat(ReaderProfile.dependsOnQuery(new Schema(json, false, Map.of("columns", "a,_col0"))))
                .isTrue();
        assertThat(ReaderProfile.dependsOnQuery(new Schema(json, false, Map.of("columns", "_col0,_COL1,a,_colour"))))
                .isFalse();
        assertThat(ReaderProfile.dependsOnQuery(new Schema(LAZY_SIMPLE, false, Map.of("columns", "a,_col0"))))
                .isFalse();
        assertThat(text(json, Map.of("columns", "a,_col0"))).isNotEqualTo(text(json, Map.of("columns", "a,_col0")));
    }

    private String text(String serde, Map<String, String> properties) {
        return profiles.of(new Schema(serde, false, properties), false, session())
                .text();
    }

    private static ConnectorSession session() {
        return session(Map.of());
    }

    private static ConnectorSession session(Map<String, Object> values) {
        return TestingConnectorSession.builder()
                .setPropertyMetadata(List.of(
                        PropertyMetadata.booleanProperty("orc_use_column_names", "x", false, false),
                        PropertyMetadata.booleanProperty("parquet_use_column_names", "x", true, false),
                        PropertyMetadata.booleanProperty("parquet_ignore_statistics", "x", false, false)))
                .setPropertyValues(values)
                .build();
    }
}
