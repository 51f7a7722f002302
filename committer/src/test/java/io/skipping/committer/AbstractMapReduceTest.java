// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.mapred.AttemptNamingMapredCommitter;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.StoreFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.mapred.AvroKey;
import org.apache.avro.mapreduce.AvroJob;
import org.apache.avro.mapreduce.AvroKeyOutputFormat;
import org.apache.avro.mapreduce.AvroMultipleOutputs;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.lib.MultipleTextOutputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.example.ExampleOutputFormat;
import org.apache.parquet.hadoop.example.GroupWriteSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Runs real jobs of MapReduce, in one process. */
public abstract class AbstractMapReduceTest {
    private static final int INPUTS = 3;
    private static final Map<String, Long> WORDS = Map.of("a", 6L, "b", 3L, "c", 3L);

    protected java.nio.file.Path local;
    protected Path destination;

    protected abstract Configuration newStoreConfiguration();

    protected abstract Path newDestination();

    @BeforeClass
    public void writeInputs() throws IOException {
        local = Files.createTempDirectory("committer");
        Files.createDirectories(local.resolve("input"));
        for (int i = 0; i < INPUTS; i++) {
            Files.writeString(local.resolve("input/" + i + ".txt"), "a b a\nc\n");
        }
    }

    @AfterClass(alwaysRun = true)
    public void deleteInputs() throws IOException {
        Temporary.delete(local);
    }

    @BeforeMethod
    public void chooseDestination() {
        destination = newDestination();
    }

    private Configuration newConfiguration() {
        Configuration configuration = newStoreConfiguration();
        configuration.set("mapreduce.framework.name", "local");
        configuration.setInt("mapreduce.client.completion.pollinterval", 50);
        configuration.set("mapreduce.cluster.local.dir", local.resolve("work").toString());
        configuration.set(
                "mapreduce.jobtracker.staging.root.dir",
                local.resolve("staging").toString());
        configuration.set(
                PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS, AttemptNamingCommitterFactory.class.getName());
        configuration.set("mapreduce.input.pathFilter.class", ManifestPathFilter.class.getName());
        return configuration;
    }

    public static class WordMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context) throws IOException, InterruptedException {
            for (String word : line.toString().split(" ")) {
                context.write(new Text(word), new IntWritable(1));
            }
        }
    }

    public static class SumReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            int sum = 0;
            for (IntWritable count : counts) {
                sum += count.get();
            }
            context.write(word, new IntWritable(sum));
        }
    }

    private Job wordCount() throws IOException {
        Job job = Job.getInstance(newConfiguration(), "word count");
        job.setMapperClass(WordMapper.class);
        job.setReducerClass(SumReducer.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        job.setNumReduceTasks(2);
        FileInputFormat.addInputPath(job, new Path(local.resolve("input").toUri()));
        FileOutputFormat.setOutputPath(job, destination);
        return job;
    }

    protected Set<String> dataSet() throws IOException {
        HadoopStore store = HadoopStore.at(destination, newStoreConfiguration());
        DataSets dataSets = new DataSets(new StoreFiles(store));
        Set<String> counted = new TreeSet<>();
        store.list("", object -> {
            if (dataSets.counts(object.path(), object.size(), object.modifiedMillis())) {
                counted.add(object.path());
            }
        });
        return counted;
    }

    /** By the manifest. */
    private Map<String, Long> read() throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (String path : dataSet()) {
            Path file = new Path(destination, path);
            try (FSDataInputStream in =
                    file.getFileSystem(newStoreConfiguration()).open(file)) {
                for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
                    String[] fields = line.split("\t");
                    counts.merge(fields[0], fields.length > 1 ? Long.parseLong(fields[1]) : 1, Long::sum);
                }
            }
        }
        return counts;
    }

    private void writeZombie() throws IOException {
        String committed = dataSet().iterator().next();
        String zombie = committed.replaceFirst("(\\.[mr][0-9]+)\\.[0-9]+", "$1.77");
        assertThat(zombie).isNotEqualTo(committed);
        Path file = new Path(destination, zombie);
        FileSystem fileSystem = file.getFileSystem(newStoreConfiguration());
        try (OutputStream out = fileSystem.create(file)) {
            out.write("zombie\t1\n".getBytes(UTF_8));
        }
    }

    @Test
    public void testWordCount() throws Exception {
        assertThat(wordCount().waitForCompletion(false)).isTrue();
        assertThat(dataSet()).hasSize(2).allMatch(path -> path.matches("part-attempt\\..*\\.r0000[01]\\.0-r-0000[01]"));
        assertThat(read()).isEqualTo(WORDS);
        // reads what this wrote, past a zombie
        writeZombie();
        Path first = destination;
        destination = newDestination();
        Job second = wordCount();
        second.setMapperClass(PairMapper.class);
        FileInputFormat.setInputPaths(second, first);
        assertThat(second.waitForCompletion(false)).isTrue();
        assertThat(read()).isEqualTo(WORDS);
    }

    public static class PairMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context) throws IOException, InterruptedException {
            String[] fields = line.toString().split("\t");
            context.write(new Text(fields[0]), new IntWritable(Integer.parseInt(fields[1])));
        }
    }

    @Test
    public void testMapOnly() throws Exception {
        Job job = wordCount();
        job.setNumReduceTasks(0);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(dataSet()).hasSize(INPUTS);
        assertThat(read()).isEqualTo(WORDS);
    }

    private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

    public static class FailingMapper extends WordMapper {
        @Override
        protected void cleanup(Context context) throws IOException {
            FAILED.add(context.getTaskAttemptID().toString());
            throw new IOException("the task fails, by a test");
        }
    }

    @Test
    public void testFailingJob() throws Exception {
        assertThat(wordCount().waitForCompletion(false)).isTrue();
        Set<String> before = dataSet();
        Job job = wordCount();
        job.setMapperClass(FailingMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputFormatClass(AppendingFormat.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(FAILED).as("mappers that wrote, and failed").isNotEmpty();
        assertThat(dataSet()).isEqualTo(before);
        HadoopStore.at(destination, newStoreConfiguration()).list("", object -> {
            if (AttemptNames.isData(object.path())) {
                assertThat(before).as("nothing of the failed job is left").contains(object.path());
            }
        });
    }

    /** Accepts destinations that exist, which Hadoop's own format refuses. */
    public static class AppendingFormat extends TextOutputFormat<Text, IntWritable> {
        @Override
        public void checkOutputSpecs(org.apache.hadoop.mapreduce.JobContext job) {}
    }

    @Test
    public void testAppend() throws Exception {
        for (int i = 0; i < 2; i++) {
            Job job = wordCount();
            job.setOutputFormatClass(AppendingFormat.class);
            assertThat(job.waitForCompletion(false)).isTrue();
        }
        assertThat(dataSet()).hasSize(4);
        assertThat(read()).isEqualTo(Map.of("a", 12L, "b", 6L, "c", 6L));
    }

    public static class ManyReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
        private MultipleOutputs<Text, IntWritable> outputs;

        @Override
        protected void setup(Context context) {
            outputs = new MultipleOutputs<>(context);
        }

        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            for (IntWritable count : counts) {
                outputs.write(word, count, "word=" + word + "/words");
                outputs.write("named", word, count);
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            outputs.close();
        }
    }

    @Test
    public void testMultipleOutputs() throws Exception {
        Job job = wordCount();
        job.setReducerClass(ManyReducer.class);
        MultipleOutputs.addNamedOutput(job, "named", TextOutputFormat.class, Text.class, IntWritable.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(dataSet()).allMatch(path -> AttemptNames.attemptOfPath(path).isPresent());
        assertThat(dataSet().stream().filter(path -> path.startsWith("word="))).hasSize(3);
        assertThat(read()).isEqualTo(Map.of("a", 12L, "b", 6L, "c", 6L));
    }

    public static class ManyMapper extends Mapper<LongWritable, Text, Text, IntWritable> {
        private MultipleOutputs<Text, IntWritable> outputs;

        @Override
        protected void setup(Context context) {
            outputs = new MultipleOutputs<>(context);
        }

        @Override
        protected void map(LongWritable key, Text line, Context context) throws IOException, InterruptedException {
            for (String word : line.toString().split(" ")) {
                context.write(new Text(word), new IntWritable(1));
                outputs.write(new Text("seen-" + word), new IntWritable(1), "seen/words");
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            outputs.close();
        }
    }

    /** Checks that what mappers write themselves counts, too. */
    @Test
    public void testMultipleOutputsOfMappersThatHaveReducers() throws Exception {
        Job job = wordCount();
        job.setMapperClass(ManyMapper.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(dataSet().stream().filter(path -> path.startsWith("seen/"))).hasSize(INPUTS);
        Map<String, Long> expected = new TreeMap<>(WORDS);
        WORDS.forEach((word, count) -> expected.put("seen-" + word, count));
        assertThat(read()).isEqualTo(expected);
    }

    public static class PartitioningReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
        private MultipleOutputs<Text, IntWritable> outputs;

        @Override
        protected void setup(Context context) {
            outputs = new MultipleOutputs<>(context);
        }

        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            for (IntWritable count : counts) {
                outputs.write(word, count, "word=" + word + "/words");
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            outputs.close();
        }
    }

    /** Without LazyOutputFormat, each reducer also writes an empty object to the destination. */
    @Test
    public void testOverwriteOfPartitions() throws Exception {
        java.nio.file.Path one = Files.createDirectories(local.resolve("one")).resolve("0.txt");
        Files.writeString(one, "a\n");
        for (java.nio.file.Path input : List.of(local.resolve("input"), one)) {
            Job job = wordCount();
            job.getConfiguration().set(CommitterOptions.MODE, "overwrite-partitions");
            job.setReducerClass(PartitioningReducer.class);
            job.setOutputFormatClass(AppendingFormat.class);
            FileInputFormat.setInputPaths(job, new Path(input.toUri()));
            assertThat(job.waitForCompletion(false)).isTrue();
        }
        assertThat(dataSet()).as("of the destination").anyMatch(path -> path.startsWith("part-"));
        assertThat(read()).isEqualTo(Map.of("a", 1L, "b", 3L, "c", 3L));
    }

    private static final Set<String> REFUSED = ConcurrentHashMap.newKeySet();

    public static class MisnamingReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            MultipleOutputs<Text, IntWritable> outputs = new MultipleOutputs<>(context);
            try {
                outputs.write(word, new IntWritable(1), "word=" + word);
            } catch (IllegalArgumentException e) {
                REFUSED.add(e.getMessage());
                throw e;
            }
        }
    }

    /** Readers would take the name for an ordinary one. */
    @Test
    public void testMultipleOutputsWithWrongName() throws Exception {
        Job job = wordCount();
        job.setReducerClass(MisnamingReducer.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(REFUSED).anyMatch(message -> message.contains("put a file name after it, such as 'word=a/part'"));
        assertThat(dataSet()).isEmpty();
    }

    private static final String BASE = "test.base";
    private static final Set<String> ELSEWHERE = ConcurrentHashMap.newKeySet();

    /** Writes to the base path that the job names, on the way of which {word} stands for the word. */
    public static class ElsewhereReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            MultipleOutputs<Text, IntWritable> outputs = new MultipleOutputs<>(context);
            try {
                for (IntWritable count : counts) {
                    outputs.write(
                            word, count, context.getConfiguration().get(BASE).replace("{word}", word.toString()));
                }
                outputs.close();
            } catch (IOException e) {
                ELSEWHERE.add(e.getMessage());
                throw e;
            }
        }
    }

    @DataProvider
    public static Object[][] basesThatCantCount() {
        return new Object[][] {
            {"../x/part", "leads out of the destination"},
            {"/other/x/part", "leads out of the destination"},
            {"file:///other/bucket/part", "leads out of the destination"},
            {"_bad/part", "readers ignore folders of"},
            {"x/.bad/part", "readers ignore folders of"}
        };
    }

    /** Checks that a job fails that writes outside its destination, or hides objects there: no manifest would list them. */
    @Test(dataProvider = "basesThatCantCount")
    public void testMultipleOutputsThatCantCount(String base, String reason) throws Exception {
        Job job = wordCount();
        job.setReducerClass(ElsewhereReducer.class);
        job.getConfiguration().set(BASE, base);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(ELSEWHERE)
                .anyMatch(message -> message.startsWith("'%s' can't be the base name of output".formatted(base))
                        && message.contains(reason));
        assertThat(dataSet()).isEmpty();
    }

    @Test
    public void testMultipleOutputsByALocationInTheDestination() throws Exception {
        Job job = wordCount();
        job.setReducerClass(ElsewhereReducer.class);
        job.getConfiguration().set(BASE, destination + "/word={word}/part");
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(read()).isEqualTo(WORDS);
    }

    /** Maps by the old API. */
    public static class OldMapper extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        public void map(LongWritable key, Text line, OutputCollector<Text, NullWritable> collector, Reporter reporter)
                throws IOException {
            for (String word : line.toString().split(" ")) {
                collector.collect(new Text(word), NullWritable.get());
            }
        }
    }

    /** Reduces by the old API. */
    public static class OldReducer extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, NullWritable, Text, NullWritable> {
        @Override
        public void reduce(
                Text word,
                Iterator<NullWritable> counts,
                OutputCollector<Text, NullWritable> collector,
                Reporter reporter)
                throws IOException {
            while (counts.hasNext()) {
                collector.collect(word, counts.next());
            }
        }
    }

    private JobConf oldJob(int reducers) {
        JobConf job = new JobConf(newConfiguration());
        job.setOutputCommitter(AttemptNamingMapredCommitter.class);
        job.setMapperClass(OldMapper.class);
        job.setReducerClass(OldReducer.class);
        job.setNumReduceTasks(reducers);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(NullWritable.class);
        org.apache.hadoop.mapred.FileInputFormat.setInputPaths(
                job, new Path(local.resolve("input").toUri()));
        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(job, destination);
        return job;
    }

    @Test
    public void testOldApi() throws Exception {
        assertThat(JobClient.runJob(oldJob(2)).isSuccessful()).isTrue();
        assertThat(dataSet()).hasSize(2).allMatch(path -> path.matches("part-0000[01]-attempt\\..*\\.r0000[01]\\.0"));
        assertThat(read()).isEqualTo(WORDS);
    }

    @Test
    public void testOldApiMapOnlyCompressed() throws Exception {
        JobConf job = oldJob(0);
        org.apache.hadoop.mapred.FileOutputFormat.setCompressOutput(job, true);
        org.apache.hadoop.mapred.FileOutputFormat.setOutputCompressorClass(
                job, org.apache.hadoop.io.compress.GzipCodec.class);
        assertThat(JobClient.runJob(job).isSuccessful()).isTrue();
        assertThat(dataSet())
                .hasSize(INPUTS)
                .allMatch(path -> path.matches("part-0000[0-9]-attempt\\..*\\.m0000[0-9]\\.0\\.gz"));
    }

    /** Writes to a folder that readers ignore. */
    public static class HidingFormat extends MultipleTextOutputFormat<Text, NullWritable> {
        @Override
        protected String generateFileNameForKeyValue(Text key, NullWritable value, String name) {
            return "_bad/" + name;
        }
    }

    @Test
    public void testOldApiThatWritesToAHiddenFolder() throws Exception {
        JobConf job = oldJob(1);
        job.setOutputFormat(HidingFormat.class);
        assertThatThrownBy(() -> JobClient.runJob(job)).hasMessageContaining("Job failed");
        assertThat(dataSet()).isEmpty();
    }

    public static class AvroReducer extends Reducer<Text, IntWritable, AvroKey<String>, NullWritable> {
        private AvroMultipleOutputs outputs;

        @Override
        protected void setup(Context context) {
            outputs = new AvroMultipleOutputs(context);
        }

        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            AvroKey<String> key = new AvroKey<>(word.toString());
            context.write(key, NullWritable.get());
            outputs.write(key, NullWritable.get(), "word=%s/more".formatted(word));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            outputs.close();
        }
    }

    /** Checks Avro's formats, which have a property of their own for the name. */
    @Test
    public void testAvro() throws Exception {
        Job job = wordCount();
        job.setReducerClass(AvroReducer.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(IntWritable.class);
        AvroJob.setOutputKeySchema(job, Schema.create(Schema.Type.STRING));
        job.setOutputFormatClass(AvroKeyOutputFormat.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(dataSet())
                .hasSize(2 + WORDS.size())
                .allMatch(path -> path.matches("(part|word=./more)-attempt\\..*\\.r0000[01]\\.0-r-0000[01]\\.avro"));
    }

    public static class ParquetReducer extends Reducer<Text, IntWritable, Void, Group> {
        @Override
        protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
                throws IOException, InterruptedException {
            MessageType schema = GroupWriteSupport.getSchema(context.getConfiguration());
            context.write(null, new SimpleGroup(schema).append("word", word.toString()));
        }
    }

    public static class CommittedParquetFormat extends ExampleOutputFormat {
        @Override
        public OutputCommitter getOutputCommitter(TaskAttemptContext context) throws IOException {
            return PathOutputCommitterFactory.createCommitter(getOutputPath(context), context);
        }
    }

    /** Checks that Parquet's format needs no more than not to make a committer of its own. */
    @Test
    public void testParquet() throws Exception {
        Job job = wordCount();
        job.setReducerClass(ParquetReducer.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(IntWritable.class);
        ExampleOutputFormat.setSchema(
                job, MessageTypeParser.parseMessageType("message words { required binary word (UTF8); }"));
        job.setOutputFormatClass(CommittedParquetFormat.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(dataSet())
                .hasSize(2)
                .allMatch(path -> path.matches("part-attempt\\..*\\.r0000[01]\\.0-r-0000[01]\\.parquet"));
    }

    /** Ignores the name that it should write to. */
    public static class SelfNamingFormat extends AppendingFormat {
        @Override
        public Path getDefaultWorkFile(TaskAttemptContext context, String extension) throws IOException {
            return new Path(
                    ((PathOutputCommitter) getOutputCommitter(context)).getWorkPath(),
                    getUniqueFile(context, "own", extension));
        }
    }

    /** Checks that an overwrite does not take what its own job wrote under ordinary names for old, and delete it. */
    @Test
    public void testFormatThatNamesItsFiles() throws Exception {
        assertThat(wordCount().waitForCompletion(false)).isTrue();
        Set<String> before = dataSet();
        Job job = wordCount();
        job.setOutputFormatClass(SelfNamingFormat.class);
        job.getConfiguration().set(CommitterOptions.MODE, "overwrite");
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(dataSet()).as("the old objects still count").containsAll(before);
        assertThat(dataSet()).as("what the job wrote is not deleted").contains("own-r-00000", "own-r-00001");
    }

    @Test
    public void testPathFilter() throws Exception {
        assertThat(wordCount().waitForCompletion(false)).isTrue();
        String committed = dataSet().iterator().next();
        ManifestPathFilter filter = new ManifestPathFilter();
        filter.setConf(newStoreConfiguration());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(filter);
        }
        List<ManifestPathFilter> filters = new ArrayList<>(List.of(filter));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            filters.add((ManifestPathFilter) in.readObject());
        }
        for (ManifestPathFilter each : filters) {
            assertThat(each.accept(new Path(destination, committed))).isTrue();
            assertThat(each.accept(new Path(destination, "000000_0")))
                    .as("ordinary")
                    .isTrue();
            assertThat(each.accept(new Path(destination, "day=1")))
                    .as("a partition")
                    .isTrue();
            assertThat(each.accept(new Path(destination, "_SUCCESS"))).isFalse();
            assertThat(each.accept(new Path(destination, "part-attempt.other.m00000.0")))
                    .isFalse();
            assertThat(each.accept(new Path(destination, "day=1/part-attempt.other.m00000.0")))
                    .isFalse();
        }
    }

    @DataProvider
    public Object[][] inputFolders() {
        return new Object[][] {{""}, {"/day=1"}};
    }

    /** Checks that a listing has what was committed when it began: Hadoop asks for the input folder, and then lists it. */
    @Test(dataProvider = "inputFolders")
    public void testPathFilterDuringAnOverwrite(String folder) throws Exception {
        destination = new Path(destination + folder);
        assertThat(wordCount().waitForCompletion(false)).isTrue();
        Set<String> before = dataSet();
        Configuration configuration = newStoreConfiguration();
        configuration.set(FileInputFormat.INPUT_DIR, destination.toString());
        ManifestPathFilter filter = new ManifestPathFilter();
        filter.setConf(configuration);
        assertThat(filter.accept(destination)).isTrue();
        Job overwrite = wordCount();
        overwrite.setOutputFormatClass(AppendingFormat.class);
        overwrite.getConfiguration().set(CommitterOptions.MODE, "overwrite");
        overwrite.getConfiguration().set(CommitterOptions.OVERWRITE_DELETE, "vacuum");
        assertThat(overwrite.waitForCompletion(false)).isTrue();
        assertThat(before)
                .as("what was committed before the listing")
                .allMatch(path -> filter.accept(new Path(destination, path)));
        assertThat(dataSet())
                .as("what was committed during the listing")
                .isNotEmpty()
                .noneMatch(path -> filter.accept(new Path(destination, path)));
    }

    @Test
    public void testPathFilterOfAFile() throws Exception {
        assertThat(wordCount().waitForCompletion(false)).isTrue();
        Path file = new Path(destination, dataSet().iterator().next());
        Configuration configuration = newStoreConfiguration();
        configuration.set(FileInputFormat.INPUT_DIR, file.toString());
        ManifestPathFilter filter = new ManifestPathFilter();
        filter.setConf(configuration);
        assertThat(filter.accept(file)).isTrue();
    }
}
