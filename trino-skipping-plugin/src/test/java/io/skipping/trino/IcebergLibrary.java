// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;

import com.google.common.collect.Iterables;
import io.trino.plugin.iceberg.IcebergConnector;
import io.trino.plugin.iceberg.catalog.TrinoCatalogFactory;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.TestingConnectorSession;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.avro.Avro;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.avro.DataWriter;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.DVFileWriter;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types.NestedField;

/** Changes Iceberg tables by Iceberg's own library, as other engines do and no release of Trino does. */
final class IcebergLibrary {
    private IcebergLibrary() {}

    /** Returns a table of the stock catalog in its current state. */
    static Table table(DistributedQueryRunner runner, String name) {
        IcebergConnector stock = (IcebergConnector) runner.getCoordinator().getConnector("iceberg");
        ConnectorSession session = TestingConnectorSession.builder()
                .setPropertyMetadata(stock.getSessionProperties())
                .build();
        return stock.getInjector()
                .getInstance(TrinoCatalogFactory.class)
                .create(session.getIdentity())
                .loadTable(session, new SchemaTableName(SCHEMA, name));
    }

    /**
     * Commits an equality delete over the table's partition spec that has no partitions, so that it is for all files.
     *
     * @param rows values of columns by their names, the same columns in each; rows that have these values are deleted
     */
    static void deleteEqual(Table table, List<Map<String, Object>> rows) throws IOException {
        deleteEqual(table, Iterables.find(table.specs().values(), PartitionSpec::isUnpartitioned), null, rows);
    }

    /**
     * Commits an equality delete for the files of one partition of the table's current spec.
     *
     * @param partition values of the fields of the spec by their names
     */
    static void deleteEqual(Table table, Map<String, Object> partition, List<Map<String, Object>> rows)
            throws IOException {
        deleteEqual(
                table,
                table.spec(),
                GenericRecord.create(table.spec().partitionType()).copy(partition),
                rows);
    }

    /** @param partition null if the spec has no partitions */
    private static void deleteEqual(
            Table table, PartitionSpec spec, StructLike partition, List<Map<String, Object>> rows) throws IOException {
        Schema schema = table.schema().select(rows.getFirst().keySet());
        EqualityDeleteWriter<Record> writer = Avro.writeDeletes(table.io()
                        .newOutputFile("%s/data/deletes-%s.avro".formatted(table.location(), UUID.randomUUID())))
                .forTable(table)
                .rowSchema(schema)
                .withSpec(spec)
                .withPartition(partition)
                .equalityFieldIds(
                        schema.columns().stream().map(NestedField::fieldId).toList())
                .createWriterFunc(DataWriter::create)
                .buildEqualityWriter();
        try (writer) {
            rows.forEach(row -> writer.write(GenericRecord.create(schema).copy(row)));
        }
        table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    }

    /** Deletes the first rows of each data file by deletion vectors, which only tables of format version 3 may have. */
    static void deleteFirstRows(Table table, long rows) throws IOException {
        DVFileWriter writer = new BaseDVFileWriter(
                OutputFileFactory.builderFor(table, 1, 1)
                        .format(FileFormat.PUFFIN)
                        .build(),
                _ -> null);
        try (writer;
                CloseableIterable<FileScanTask> scan = table.newScan().planFiles()) {
            for (FileScanTask task : scan) {
                for (long row = 0; row < rows; row++) {
                    writer.delete(
                            task.file().location(),
                            row,
                            task.spec(),
                            task.file().partition());
                }
            }
        }
        RowDelta delta = table.newRowDelta();
        writer.result().deleteFiles().forEach(delta::addDeletes);
        delta.commit();
    }
}
