// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.io.Resources;
import io.airlift.slice.Slices;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.search.client.SearchEngine;
import io.skipping.index.search.client.SearchProduct;
import io.skipping.index.type.FieldTest;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.PlainValues.Picos;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

/**
 * Tests that what the engine is told of fields, given and asked is what it was by releases which kept summaries as
 * values of Trino; the files are what these made.
 */
public class TestDocuments {
    private static final SearchEngine ENGINE = new SearchEngine(SearchProduct.OPENSEARCH, "3.8", 3, 8);
    private static final SampleIndexType TYPE = new SampleIndexType(1, FieldTest.ALWAYS);

    private static final Box GLOBE = new Box(-180, 180, -90, 90);

    @Test
    public void testDocument() throws IOException {
        assertThat(document(21.0, 30)).isEqualTo(file("document.json"));
    }

    /** Of boxes that are not all on the globe, the sides are kept. */
    @Test
    public void testDocumentOfBoxesBeyondTheGlobe() throws IOException {
        assertThat(document(GLOBE.maxX() + 1, 30)).isEqualTo(file("document-beyond-the-globe.json"));
    }

    @Test
    public void testDocumentThatCannotBeSearched() throws IOException {
        assertThat(document(21.0, 1000)).isEqualTo(file("document-unsearchable.json"));
    }

    @Test
    public void testMoreValuesThanAnEngineTakesAtOnce() {
        List<String> values =
                IntStream.range(0, 120_000).mapToObj(String::valueOf).toList();
        JsonNode any = Conditions.terms("batch", values).path("bool").path("should");
        List<String> asked = new ArrayList<>();
        for (JsonNode some : any) {
            JsonNode terms = some.path("terms").path("batch");
            assertThat(terms.size()).isLessThan(65_536);
            terms.forEach(term -> asked.add(term.asText()));
        }
        assertThat(asked).isEqualTo(values);
        assertThat(Conditions.terms("batch", List.of("1", "2")).path("terms").path("batch"))
                .hasSize(2);
    }

    @Test
    public void testMapping() throws IOException {
        assertThat(Mapping.fields(List.of(TYPE.fields(1)), ENGINE).toString()).isEqualTo(file("mapping.json"));
    }

    @Test
    public void testConditions() throws IOException {
        List<FieldTest> tests = List.of(
                FieldTest.equal("a_boolean", Key.of(true)),
                FieldTest.atLeast("a_bigint", Key.of(-7)),
                new FieldTest.Between("a_decimal", Optional.of(Key.of(5)), false, Optional.of(Key.of(7)), false),
                FieldTest.atLeast("a_real", Key.ofReal(-1.1f)),
                FieldTest.atMost("a_double", Key.ofDouble(0.0)),
                FieldTest.atLeast("a_double", Key.ofDouble(0.0)),
                new FieldTest.Between(
                        "a_double",
                        Optional.of(Key.ofDouble(Double.NEGATIVE_INFINITY)),
                        true,
                        Optional.of(Key.ofDouble(2.5)),
                        false),
                // bounds nothing
                FieldTest.atMost("a_double", Key.ofDouble(Double.POSITIVE_INFINITY)),
                // bounds something, and the engine has no such number
                FieldTest.atLeast("a_double", Key.ofDouble(Double.POSITIVE_INFINITY)),
                FieldTest.atMost("a_real", Key.ofReal(Float.POSITIVE_INFINITY)),
                FieldTest.equal("a_date", Key.of(20_000)),
                new FieldTest.Between(
                        "a_timestamp", Optional.of(Key.of(1_700_000_000_123_000L)), false, Optional.empty(), false),
                // is rounded, so that the same may be greater
                new FieldTest.Between(
                        "a_fine_timestamp",
                        Optional.of(Key.of(1_700_000_000_123_456L)),
                        false,
                        Optional.empty(),
                        false),
                FieldTest.equal("a_varchar", Key.of("Zürich")),
                // in a year of six digits
                FieldTest.atMost("a_date", Key.of(100_000_000)),
                new FieldTest.Any(
                        List.of(FieldTest.equal("texts", Key.of("a")), FieldTest.equal("doubles", Key.ofDouble(2.25)))),
                new FieldTest.Meets(SampleIndexType.SIDES, new Box(1, 2, 3, 4)));
        List<String> expected = file("conditions.jsonl").lines().toList();
        assertThat(expected).hasSameSizeAs(tests);
        for (int number = 0; number < tests.size(); number++) {
            assertThat(condition(new SampleIndexType(1, tests.get(number)), 1))
                    .as("%s", tests.get(number))
                    .isEqualTo(Optional.of(expected.get(number)).filter(condition -> !condition.equals("null")));
        }
    }

    /** Summaries of another version are other fields, which are not asked for what those of this version say. */
    @Test
    public void testOtherVersions() {
        SampleIndexType newer = new SampleIndexType(2, FieldTest.equal("a_boolean", Key.of(true)));
        assertThat(newer.fields(1).key()).isEqualTo(TYPE.fields(1).key());
        assertThat(newer.fields(2).key()).isNotEqualTo(newer.fields(1).key());
        assertThat(condition(newer, 1)).isEmpty();
        assertThat(condition(newer, 2)).isPresent();
        assertThat(newer.fields(1).searched()).isEmpty();
    }

    private static Optional<String> condition(SampleIndexType type, int stored) {
        return new Conditions(List.of(type.fields(stored)))
                .mayMatch(new Predicate.IsNull(
                        SampleIndexType.DEFINITION.columns().get(0)))
                .map(Object::toString);
    }

    private static String document(double east, long rows) {
        RangeDocument document = new RangeDocument(List.of(TYPE.fields(1)), "20260101T000000Z-00000000");
        LiveObject object = new LiveObject(new ObjectVersion("s3://bucket/a", 1000, 5), "p");
        return document.of(Slots.slot(77, 33), 1234, object, new ByteRange(10, 20), rows, List.of(summary(east)))
                .toStringUtf8();
    }

    private static List<KeyColumn> summary(double east) {
        List<Object> values = asList(
                true,
                -5L,
                1L << 60,
                -12345L,
                BigInteger.valueOf(-5),
                -1.1f,
                -0.1,
                -719_162L,
                1_700_000_000_123_000L,
                -1L,
                new Picos(1_700_000_000_123_456L, 789_000),
                "Zürich \"1\"",
                null,
                "ab",
                Slices.wrappedBuffer(new byte[] {0, -1, 127}),
                List.of(-1.5, 2.25),
                List.of("a", ""),
                List.of(),
                List.of(-10.5, 20.0),
                List.of(-10.25, east),
                List.of(45.0, -90.0),
                List.of(46.0, -89.5));
        return IntStream.range(0, values.size())
                .mapToObj(number -> {
                    SummaryField field = SampleIndexType.FIELDS.get(number);
                    return PlainValues.column(field.type(), field.isList(), asList(values.get(number)));
                })
                .toList();
    }

    private static String file(String name) throws IOException {
        return Resources.toString(Resources.getResource(TestDocuments.class, name), UTF_8)
                .strip();
    }
}
