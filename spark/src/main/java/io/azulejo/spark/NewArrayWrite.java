package io.azulejo.spark;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.table.ArrayTable;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.jspecify.annotations.Nullable;

/**
 * A write that creates its array. The array is a draft from the start of the job and is published
 * when the job is complete. A failed job removes the draft. It keeps a draft that is already at its
 * final location if other writers have added rows.
 */
final class NewArrayWrite implements DistributedWrite, BatchWrite {
  private final ArrayOptions options;
  private final LogicalWriteInfo info;
  private final boolean caseSensitive;
  private final WriteDistribution distribution;
  private final ArrayDraft draft;
  private @Nullable ArrayWrite write;

  NewArrayWrite(
      ArrayOptions options, ArraySchema schema, LogicalWriteInfo info, boolean caseSensitive) {
    this.options = options;
    this.info = info;
    this.caseSensitive = caseSensitive;
    options.requireWriteChoices(schema);
    this.distribution =
        WriteDistribution.of(
            options, schema, schema.dimensions().stream().map(Dimension::name).toList(), false);
    this.draft = new ArrayDraft(options, schema, ColumnView.metadata(info.schema()), false);
  }

  @Override
  public String description() {
    return "azulejo, new: " + options.location();
  }

  @Override
  public WriteDistribution distribution() {
    return distribution;
  }

  @Override
  public List<CustomTaskMetric> committed() {
    ArrayWrite begun = write;
    return begun == null ? WriteMetrics.of(List.of()) : begun.committed();
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo physical) {
    ArrayOptions drafted = draft.begin();
    try {
      ArrayTable table = ColumnView.table(drafted, Engines.open(drafted), caseSensitive);
      String id = options.commitId().orElse(info.queryId());
      write = new ArrayWrite(drafted, table, info.schema(), id, Replaced.NOTHING);
      return write.createBatchWriterFactory(physical);
    } catch (RuntimeException e) {
      throw draft.abandon(e);
    }
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    Objects.requireNonNull(write, "call createBatchWriterFactory first").commit(messages);
    draft.publish();
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    ArrayWrite begun = write;
    if (begun == null) {
      draft.abandon();
    } else if (!begun.isUnknown() || !draft.isAtTarget()) {
      try {
        begun.abort(messages);
      } finally {
        draft.abandon();
      }
    }
  }
}
