// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.catalog;

import com.google.common.reflect.AbstractInvocationHandler;
import com.google.common.reflect.Reflection;
import io.trino.hive.thrift.metastore.AlreadyExistsException;
import io.trino.hive.thrift.metastore.Database;
import io.trino.hive.thrift.metastore.GetTableRequest;
import io.trino.hive.thrift.metastore.GetTableResult;
import io.trino.hive.thrift.metastore.GrantRevokePrivilegeResponse;
import io.trino.hive.thrift.metastore.LockResponse;
import io.trino.hive.thrift.metastore.LockState;
import io.trino.hive.thrift.metastore.NoSuchObjectException;
import io.trino.hive.thrift.metastore.Table;
import io.trino.hive.thrift.metastore.TableMeta;
import io.trino.hive.thrift.metastore.ThriftHiveMetastore;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.thrift.TException;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;

/**
 * A Hive metastore of schemas and tables in the memory of this process, which clients reach by Thrift. It grants every
 * lock at once, and has no partitions, statistics, transactions and roles.
 */
public final class TestingMetastore implements Closeable {
    private final Map<String, Database> databases = new ConcurrentHashMap<>();
    /** by {@code schema.table} */
    private final Map<String, Table> tables = new ConcurrentHashMap<>();

    private final ServerSocket socket;
    private final TServer server;

    public TestingMetastore() throws IOException, TException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server = new TThreadPoolServer(new TThreadPoolServer.Args(new TServerSocket(socket))
                .processor(new ThriftHiveMetastore.Processor<>(
                        Reflection.newProxy(ThriftHiveMetastore.Iface.class, new Requests()))));
        Thread.ofPlatform().name("testing-metastore").daemon().start(server::serve);
    }

    public URI uri() {
        return URI.create("thrift://127.0.0.1:" + socket.getLocalPort());
    }

    /** Adds a table that another engine has made. */
    public void add(Table table) {
        tables.put(name(table.getDbName(), table.getTableName()), table);
    }

    private Table table(String schema, String table) throws NoSuchObjectException {
        return found(tables, name(schema, table));
    }

    private static String name(String schema, String table) {
        return schema + "." + table;
    }

    private static <T> T found(Map<String, T> all, Object name) throws NoSuchObjectException {
        T found = all.get(name);
        if (found == null) {
            throw new NoSuchObjectException(name + " does not exist");
        }
        return found;
    }

    private static <T> void create(Map<String, T> all, String name, T added) throws AlreadyExistsException {
        if (all.putIfAbsent(name, added) != null) {
            throw new AlreadyExistsException(name + " exists");
        }
    }

    private final class Requests extends AbstractInvocationHandler {
        @Override
        protected Object handleInvocation(Object proxy, Method method, Object[] arguments) throws TException {
            return switch (method.getName()) {
                case "setUgi" -> List.of();
                case "getAllDatabases" -> List.copyOf(databases.keySet());
                case "getDatabase" -> found(databases, arguments[0]);
                case "createDatabase" -> {
                    Database database = (Database) arguments[0];
                    create(databases, database.getName(), database);
                    yield null;
                }
                case "dropDatabase" -> {
                    databases.remove(arguments[0]);
                    yield null;
                }
                case "getTableMeta" ->
                    ofSchema(arguments[0])
                            .map(table -> new TableMeta(table.getDbName(), table.getTableName(), table.getTableType()))
                            .toList();
                case "getTableNamesByFilter" ->
                    ofSchema(arguments[0]).map(Table::getTableName).toList();
                case "getTableReq" -> {
                    GetTableRequest request = (GetTableRequest) arguments[0];
                    yield new GetTableResult(table(request.getDbName(), request.getTblName()));
                }
                case "getTable" -> table((String) arguments[0], (String) arguments[1]);
                case "createTable" -> {
                    Table table = (Table) arguments[0];
                    create(tables, name(table.getDbName(), table.getTableName()), table);
                    yield null;
                }
                case "alterTableWithEnvironmentContext" -> {
                    tables.remove(name((String) arguments[0], (String) arguments[1]));
                    add((Table) arguments[2]);
                    yield null;
                }
                case "dropTable" -> {
                    tables.remove(name((String) arguments[0], (String) arguments[1]));
                    yield null;
                }
                case "listPrivileges" -> List.of();
                case "grantRevokePrivileges" -> {
                    GrantRevokePrivilegeResponse response = new GrantRevokePrivilegeResponse();
                    response.setSuccess(true);
                    yield response;
                }
                case "lock" -> new LockResponse(1, LockState.ACQUIRED);
                case "unlock" -> null;
                default -> throw new UnsupportedOperationException(method.getName());
            };
        }

        private Stream<Table> ofSchema(Object schema) {
            return tables.values().stream().filter(table -> table.getDbName().equals(schema));
        }
    }

    @Override
    public void close() throws IOException {
        server.stop();
        socket.close();
    }
}
