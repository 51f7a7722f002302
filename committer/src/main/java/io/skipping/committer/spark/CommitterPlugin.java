// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark;

import io.skipping.committer.stage.TaskMessages;
import java.io.IOException;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * Lets tasks of Spark's RDD API tell the driver that they are committed. Set it in {@code spark.plugins}. Without it,
 * each task writes a small object instead, because Hadoop's committers, which that API uses, have no other way to tell
 * the driver.
 */
public class CommitterPlugin implements SparkPlugin {
    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {
            private TaskMessages receiver;

            @Override
            public Map<String, String> init(SparkContext context, PluginContext pluginContext) {
                receiver = TaskMessages.receiver();
                return Map.of();
            }

            @Override
            public Object receive(Object message) {
                return receiver.receive((TaskMessages.Message) message);
            }

            @Override
            public void shutdown() {
                TaskMessages.stop();
            }
        };
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorPlugin() {
            @Override
            public void init(PluginContext context, Map<String, String> configuration) {
                TaskMessages.sendBy(message -> ask(context, message));
            }
        };
    }

    private static boolean ask(PluginContext context, TaskMessages.Message message) throws IOException {
        try {
            return (Boolean) context.ask(message);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(
                    "The driver does not answer whether attempt %s of job %s may commit"
                            .formatted(message.attempt(), message.job()),
                    e);
        }
    }
}
