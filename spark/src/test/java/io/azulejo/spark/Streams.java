package io.azulejo.spark;

import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** Queries of streams that read all that is there, and end. */
final class Streams {
  private Streams() {}

  static Dataset<Row> from(Location place, Map<String, String> options) {
    return SparkSession.active()
        .readStream()
        .format("azulejo")
        .options(options)
        .load(place.toString());
  }

  /** Runs a query from its checkpoint on; gives the rows of each batch as sorted texts. */
  static List<List<String>> read(Dataset<Row> rows, Path checkpoint) throws Exception {
    List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());
    VoidFunction2<Dataset<Row>, Long> each =
        (batch, id) -> batches.add(CellText.rows(batch.collectAsList()));
    StreamingQuery query =
        rows.writeStream()
            .foreachBatch(each)
            .option("checkpointLocation", checkpoint.toString())
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    return batches;
  }

  /** Runs a query that writes to an array. */
  static void write(Dataset<Row> rows, String mode, Path checkpoint, Location to) throws Exception {
    StreamingQuery query =
        rows.writeStream()
            .format("azulejo")
            .outputMode(mode)
            .option("checkpointLocation", checkpoint.toString())
            .trigger(Trigger.AvailableNow())
            .start(to.toString());
    query.awaitTermination();
  }
}
