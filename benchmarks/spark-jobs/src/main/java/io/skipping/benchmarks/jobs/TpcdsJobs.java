// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.trino.tpcds.Results;
import io.trino.tpcds.Scaling;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import io.trino.tpcds.column.ColumnType;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import java.util.zip.CRC32C;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Runs jobs over those tables of TPC-DS that {@link TpcdsQueries} need, as Parquet. A table is a folder with the table's
 * name below the source or destination.
 */
final class TpcdsJobs {
    private static final List<Table> TABLES = List.of(
            Table.STORE_SALES,
            Table.DATE_DIM,
            Table.STORE,
            Table.HOUSEHOLD_DEMOGRAPHICS,
            Table.CUSTOMER,
            Table.CUSTOMER_ADDRESS);

    private static final String OPEN_COST = "spark.sql.files.openCostInBytes";
    private static final String MAX_PARTITION = "spark.sql.files.maxPartitionBytes";

    private final SparkSession spark;
    private final JavaSparkContext context;

    TpcdsJobs(SparkSession spark) {
        this.spark = spark;
        this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    }

    /**
     * Generates the tables.
     *
     * @param scale size of all tables of TPC-DS as text, in gigabytes
     * @param parts number of objects of store_sales; the others have one each
     */
    void generate(double scale, int parts, String destination) {
        for (Table table : TABLES) {
            generated(table, scale, table == Table.STORE_SALES ? parts : 1)
                    .write()
                    .parquet(place(destination, table));
        }
    }

    private Dataset<Row> generated(Table table, double scale, int pieces) {
        List<Integer> numbers = IntStream.range(0, pieces).boxed().toList();
        JavaRDD<Row> rows = context.parallelize(numbers, pieces).flatMap(number -> piece(table, scale, number, pieces));
        StructType text = new StructType();
        for (Column column : table.getColumns()) {
            text = text.add(column.getName(), DataTypes.StringType);
        }
        return spark.createDataFrame(rows, text)
                .select(Arrays.stream(table.getColumns())
                        .map(column -> functions
                                .col(column.getName())
                                .cast(type(column.getType()))
                                .as(column.getName()))
                        .toArray(org.apache.spark.sql.Column[]::new));
    }

    private static Iterator<Row> piece(Table table, double scale, int number, int pieces) {
        // of this table alone: those of sales have their returns beside them otherwise
        Session session = Session.getDefaultSession().withScale(scale).withTable(table);
        long rows = new Scaling(scale).getRowCount(table);
        Results results =
                Results.constructResults(table, rows * number / pieces + 1, rows * (number + 1) / pieces, session);
        return StreamSupport.stream(results.spliterator(), false)
                .map(row -> RowFactory.create(row.getFirst().toArray()))
                .iterator();
    }

    private static String type(ColumnType type) {
        return switch (type.getBase()) {
            case IDENTIFIER -> "bigint";
            case INTEGER -> "int";
            case DATE -> "date";
            case DECIMAL ->
                "decimal(%d, %d)"
                        .formatted(
                                type.getPrecision().orElseThrow(),
                                type.getScale().orElseThrow());
            case CHAR, VARCHAR, TIME -> "string";
        };
    }

    /** Writes tables as they are, an object for each of the source. */
    void write(String source, String destination) {
        // a file that costs a whole part to open is never read with another one in a part
        spark.conf().set(OPEN_COST, spark.conf().get(MAX_PARTITION));
        try {
            for (Table table : TABLES) {
                spark.read().parquet(place(source, table)).write().parquet(place(destination, table));
            }
        } finally {
            spark.conf().unset(OPEN_COST);
        }
    }

    /** Reads all tables and returns a summary of their rows. */
    Contents contents(String source) {
        long count = 0;
        long checksum = 0;
        for (Table table : TABLES) {
            Row totals = spark.read()
                    .parquet(place(source, table))
                    // of 32 bits, whose sum fits into 64
                    .selectExpr("count(*)", "sum(xxhash64(*) & 4294967295)")
                    .first();
            count += totals.getLong(0);
            checksum = 31 * checksum + totals.getLong(1);
        }
        return new Contents(count, checksum, false);
    }

    /** Opens the tables, asks all queries, and returns a summary of the rows that they answer. */
    Contents ask(String source) {
        for (Table table : TABLES) {
            spark.read().parquet(place(source, table)).createOrReplaceTempView(table.getName());
        }
        long count = 0;
        long checksum = 0;
        boolean answered = true;
        for (String query : TpcdsQueries.ALL) {
            CRC32C crc = new CRC32C();
            List<Row> rows = spark.sql(query).collectAsList();
            long sum = 0;
            for (Row row : rows) {
                crc.reset();
                crc.update(row.toString().getBytes(UTF_8));
                sum += crc.getValue();
            }
            count += rows.size();
            checksum = 31 * checksum + sum;
            answered &= !rows.isEmpty();
        }
        return new Contents(count, checksum, answered);
    }

    private static String place(String folder, Table table) {
        return "%s/%s".formatted(folder, table.getName());
    }
}
