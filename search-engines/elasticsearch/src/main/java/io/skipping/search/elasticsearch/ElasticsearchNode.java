// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.elasticsearch;

import java.io.OutputStream;
import java.io.PrintStream;
import org.codelibs.elasticsearch.runner.ElasticsearchClusterRunner;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.Node;

/**
 * Runs a single-node cluster of Elasticsearch, reachable from this machine only. Prints {@code READY} and its address,
 * and ends when its stdin does.
 */
public final class ElasticsearchNode {
    private static final String HOST = "127.0.0.1";

    private ElasticsearchNode() {}

    /**
     * Runs the node.
     *
     * @param arguments the folder for everything that the node keeps, and the port, 0 for a free one
     */
    public static void main(String[] arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        // libraries print, too
        System.setOut(err);
        // for what is logged before the runner has copied it into the folder
        System.setProperty("log4j.configurationFile", "config/log4j2.properties");
        try (ElasticsearchClusterRunner runner = new ElasticsearchClusterRunner()) {
            // the port is chosen below, so the node need not look for a free one
            runner.setMaxHttpPort(-1);
            runner.onBuild((_, settings) -> configure(settings, arguments[1]));
            runner.build(ElasticsearchClusterRunner.newConfigs()
                    .basePath(arguments[0])
                    .clusterName("local")
                    .pluginTypes(GeoShapePlugin.class.getName())
                    .numOfNode(1)
                    .useLogger());
            out.printf("READY http://%s:%d%n", HOST, port(runner.node()));
            out.flush();
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (Throwable e) {
            // not System.err, which the node has replaced
            e.printStackTrace(err);
            // prints the causes again, since only the end of the log is shown
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                err.println(cause);
            }
            System.exit(1);
        }
        System.exit(0);
    }

    private static void configure(Settings.Builder settings, String port) {
        settings.put("network.host", HOST);
        settings.put("http.port", port);
        settings.put("transport.tcp.port", "0");
        settings.put("discovery.type", "single-node");
        // a nearly full disk must not make a test fail
        settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
    }

    private static int port(Node node) {
        return node.injector()
                .getInstance(HttpServerTransport.class)
                .boundAddress()
                .publishAddress()
                .getPort();
    }
}
