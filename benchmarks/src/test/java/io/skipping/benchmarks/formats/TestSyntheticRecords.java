// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.benchmarks.formats.SyntheticRecord.Attribute;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.testng.annotations.Test;

/** Records, and how text holds them. */
public class TestSyntheticRecords {
    private static final SyntheticRecord RECORD = new SyntheticRecord(
            List.of(5, 70), List.of("ab", "c"), List.of(new Attribute("k001", 3), new Attribute("k011", 4)));

    @Test
    public void testText() {
        assertThat(RECORD.text()).isEqualTo("5\00170\001ab\001c\001k001\0033\002k011\0034\n");
    }

    @Test
    public void testJson() throws IOException {
        assertThat(RECORD.json()).endsWith("\n");
        assertThat(new ObjectMapper().readTree(RECORD.json())).isEqualTo(new ObjectMapper().readTree("""
                {"int1": 5, "int2": 70, "str1": "ab", "str2": "c", "map1": {"k001": 3, "k011": 4}}"""));
    }

    @Test
    public void testColumnsAreThoseOfTheRecords() throws IOException {
        JsonNode json = new ObjectMapper().readTree(SyntheticRecords.record(0).json());
        assertThat(json.fieldNames()).toIterable().containsExactlyElementsOf(SyntheticRecords.columns());
        assertThat(SyntheticRecords.definitions())
                .startsWith("int1 integer, ")
                .contains("str6 varchar, map1 map(varchar, integer)");
    }

    @Test
    public void testObjectsHoldRecordsInOrder() throws IOException {
        SyntheticRecords records = new SyntheticRecords(3, 4);
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        records.write(1, SyntheticRecord::text, object);
        assertThat(object.toString(StandardCharsets.US_ASCII))
                .isEqualTo(SyntheticRecords.record(4).text()
                        + SyntheticRecords.record(5).text()
                        + SyntheticRecords.record(6).text()
                        + SyntheticRecords.record(7).text());
    }

    @Test
    public void testSize() throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        SyntheticRecords.of(1, 1).write(0, SyntheticRecord::text, object);
        assertThat(object.size()).isCloseTo(1_000_000, within(50_000));
    }

    @Test
    public void testQuestions() {
        List<Question> questions = Question.of(new SyntheticRecords(4, 300));
        assertThat(questions).extracting(Question::name).doesNotHaveDuplicates().hasSize(12);
        assertThat(questions)
                .filteredOn(question -> question.name().equals("map/clustered"))
                .singleElement()
                .satisfies(question -> assertThat(question.sql(Contender.skipping(Format.TEXT_GZIP)))
                        .isEqualTo("SELECT sum(element_at(map1, 'k037')) FROM lake.formats.records_text_gzip"
                                + " WHERE int1 BETWEEN 700 AND 711"));
    }
}
