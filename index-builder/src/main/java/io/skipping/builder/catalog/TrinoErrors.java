// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.TableName;
import io.skipping.command.TrinoFailures;
import java.sql.SQLException;
import java.util.Optional;

/** Explains errors of the driver and of Trino to the user. */
public final class TrinoErrors {
    // numbers of io.trino.spi.StandardErrorCode, which is not shipped with the command
    /** Is Trino's code for an error because the user lacks a right. */
    public static final int PERMISSION_DENIED = 4;

    static final int NOT_FOUND = 5;
    /** Is Trino's code for a function that does not exist, as in a catalog without this connector. */
    public static final int FUNCTION_NOT_FOUND = 6;

    static final int NOT_SUPPORTED = 13;
    static final int INVALID_SESSION_PROPERTY = 14;
    static final int PROCEDURE_NOT_FOUND = 29;
    static final int CATALOG_NOT_FOUND = 44;
    static final int SCHEMA_NOT_FOUND = 45;
    static final int TABLE_NOT_FOUND = 46;
    static final int SERVER_SHUTTING_DOWN = 65545;
    static final int SERVER_STARTING_UP = 65548;
    /** Is Trino's code for a table of another format than the catalog, such as an Iceberg table in a Hive catalog. */
    public static final int UNSUPPORTED_TABLE_TYPE = 133001;
    /** Is the plugin's code for a store that was not tried: SKIPPING_STORE_UNTRIED there. */
    public static final int STORE_UNTRIED = 0x51C1_0001;

    private TrinoErrors() {}

    /** Returns whether the statement names something that Trino does not find. Further queries must find out what. */
    static boolean isNotFound(Exception failure) {
        return switch (code(failure)) {
            case NOT_FOUND,
                    FUNCTION_NOT_FOUND,
                    PROCEDURE_NOT_FOUND,
                    CATALOG_NOT_FOUND,
                    SCHEMA_NOT_FOUND,
                    TABLE_NOT_FOUND -> true;
            default -> false;
        };
    }

    /**
     * Explains why a statement failed.
     *
     * @param failure an SQLException, or a RuntimeException, which the driver sometimes throws
     */
    static JobException explain(Exception failure, TrinoServer server, String catalog, TableName table) {
        String message = TrinoFailures.message(failure);
        Optional<JobException> unreachable = unreachable(failure, server);
        if (unreachable.isPresent()) {
            return unreachable.get();
        }
        return switch (code(failure)) {
            case PERMISSION_DENIED ->
                new JobException(
                        Scope.DENIED,
                        "User %s may not do this to %s.%s: %s. Building needs SELECT on all columns of the table and INSERT on the table"
                                .formatted(server.user(), catalog, table, message),
                        failure);
            case NOT_FOUND, SCHEMA_NOT_FOUND, TABLE_NOT_FOUND ->
                new JobException(
                        Scope.NO_TABLE,
                        "There is no table %s.%s at %s, or user %s may not see it: %s"
                                .formatted(catalog, table, server, server.user(), message),
                        failure);
            case INVALID_SESSION_PROPERTY ->
                new JobException(
                        Scope.SERVER,
                        "%s. Check --session; properties of the catalog are written %s.name=value"
                                .formatted(message, catalog),
                        failure);
            case SERVER_STARTING_UP, SERVER_SHUTTING_DOWN ->
                new JobException(
                        Scope.SERVER, "Trino at %s is starting or stopping: %s".formatted(server, message), failure);
            case STORE_UNTRIED ->
                new JobException(Scope.UNTRIED, "%s.%s: %s".formatted(catalog, table, message), failure);
            case NOT_SUPPORTED, UNSUPPORTED_TABLE_TYPE ->
                new JobException(Scope.NO_INDEX, "%s.%s: %s".formatted(catalog, table, message), failure);
            default -> new JobException(Scope.TABLE, "%s.%s: %s".formatted(catalog, table, message), failure);
        };
    }

    /** Explains why there is no connection, which is mostly due to the options. */
    static JobException explainConnecting(Exception failure, TrinoServer server) {
        return unreachable(failure, server)
                .orElseGet(() -> new JobException(
                        Scope.SERVER,
                        "Cannot connect to Trino at %s: %s. Check --server, --user and --property"
                                .formatted(server, TrinoFailures.message(failure)),
                        failure));
    }

    /** Returns an explanation if the failure did not come from Trino itself. */
    private static Optional<JobException> unreachable(Exception failure, TrinoServer server) {
        return TrinoFailures.unreachable(failure, server, server.user())
                .map(text -> new JobException(Scope.SERVER, text, failure));
    }

    private static int code(Exception failure) {
        return failure instanceof SQLException sql ? sql.getErrorCode() : 0;
    }
}
