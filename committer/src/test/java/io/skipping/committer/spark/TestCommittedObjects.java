// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.spark.CommittedObjects.ObjectElsewhere;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.internal.io.FileCommitProtocol.TaskCommitMessage;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.Serializer;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

public class TestCommittedObjects {
    @DataProvider
    public static Object[][] serializers() {
        return new Object[][] {{new JavaSerializer(new SparkConf())}, {new KryoSerializer(new SparkConf())}};
    }

    /** Spark sends it so from a task to the driver. */
    @Test(dataProvider = "serializers")
    public void testSent(Serializer serializer) {
        ClassTag<TaskCommitMessage> type = ClassTag$.MODULE$.apply(TaskCommitMessage.class);
        List<ObjectElsewhere> elsewhere =
                List.of(new ObjectElsewhere("s3a://other/day=1", "c"), new ObjectElsewhere("s3a://other/day=2", "d"));
        TaskCommitMessage sent = new TaskCommitMessage(new CommittedObjects(List.of("a", "day=1/b"), elsewhere));
        TaskCommitMessage received =
                serializer.newInstance().deserialize(serializer.newInstance().serialize(sent, type), type);
        CommittedObjects objects = (CommittedObjects) received.obj();
        assertThat(objects.paths()).containsExactly("a", "day=1/b");
        assertThat(objects.elsewhere()).isEqualTo(elsewhere);
    }
}
