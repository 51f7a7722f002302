// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.mapred;

import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputFormat;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.SequenceFileOutputFormat;
import org.apache.hadoop.mapred.TextOutputFormat;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.ReflectionUtils;

/** Wraps another output format, and gives its objects names that identify the attempt that wrote them. */
public class AttemptNamingOutputFormat<K, V> implements OutputFormat<K, V> {
    private static final String FORMAT = "mapred.output.format.class";
    private static final String WRAPPED_FORMAT = "skipping.committer.mapred.output.format";
    private static final String JOB = "skipping.committer.mapred.job";
    private static final String ATTEMPT = "skipping.committer.mapred.attempt";
    private static final String OBJECTS = "skipping.committer.mapred.objects";
    private static final String UNKNOWN = "?";

    /** Inserts this format in front of a task's output format. */
    static void insert(JobConf configuration, Attempt attempt) {
        Class<?> format = configuration.getOutputFormat().getClass();
        if (format != AttemptNamingOutputFormat.class) {
            configuration.set(WRAPPED_FORMAT, format.getName());
            configuration.set(FORMAT, AttemptNamingOutputFormat.class.getName());
        }
        configuration.set(JOB, attempt.job().value());
        configuration.set(ATTEMPT, attempt.withinJob());
        configuration.unset(OBJECTS);
    }

    /** Returns the names of the objects that the task wrote; empty if its output format does not reveal them. */
    static Optional<List<String>> objects(JobConf configuration) {
        List<String> objects = List.of(configuration.getTrimmedStrings(OBJECTS));
        return objects.isEmpty() || objects.contains(UNKNOWN) ? Optional.empty() : Optional.of(objects);
    }

    @SuppressWarnings("unchecked")
    private OutputFormat<K, V> wrapped(JobConf configuration) {
        Class<?> format = configuration.getClass(WRAPPED_FORMAT, null);
        if (format == null) {
            throw new IllegalStateException("%s is put in place by %s, and can't be set by hand"
                    .formatted(
                            AttemptNamingOutputFormat.class.getName(), AttemptNamingMapredCommitter.class.getName()));
        }
        return (OutputFormat<K, V>) ReflectionUtils.newInstance(format, configuration);
    }

    @Override
    public RecordWriter<K, V> getRecordWriter(
            FileSystem ignored, JobConf configuration, String name, Progressable progress) throws IOException {
        OutputFormat<K, V> wrapped = wrapped(configuration);
        Attempt attempt = Attempt.parse(new JobId(configuration.get(JOB)), configuration.get(ATTEMPT))
                .orElseThrow();
        String named = AttemptNames.name(name, attempt);
        String object = objectName(wrapped, configuration, named).orElse(UNKNOWN);
        String before = configuration.get(OBJECTS);
        configuration.set(OBJECTS, before == null ? object : before + "," + object);
        return wrapped.getRecordWriter(ignored, configuration, named, progress);
    }

    /**
     * Returns the name of the object that a format writes. This is known for these formats, but not for their
     * subclasses.
     */
    private static Optional<String> objectName(OutputFormat<?, ?> format, JobConf configuration, String name) {
        if (name.indexOf(',') >= 0) {
            return Optional.empty();
        }
        if (format.getClass() == SequenceFileOutputFormat.class) {
            return Optional.of(name);
        }
        if (format.getClass() != TextOutputFormat.class) {
            return Optional.empty();
        }
        if (!FileOutputFormat.getCompressOutput(configuration)) {
            return Optional.of(name);
        }
        Class<? extends CompressionCodec> codec =
                FileOutputFormat.getOutputCompressorClass(configuration, GzipCodec.class);
        return Optional.of(
                name + ReflectionUtils.newInstance(codec, configuration).getDefaultExtension());
    }

    @Override
    public void checkOutputSpecs(FileSystem ignored, JobConf configuration) throws IOException {
        wrapped(configuration).checkOutputSpecs(ignored, configuration);
    }
}
