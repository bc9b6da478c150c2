package io.azulejo.spark;

import io.azulejo.SerialForms;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.schema.Layout;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.Predicate;
import io.azulejo.table.TableColumn;
import io.azulejo.table.Translation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportOrdering;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** A read of an array: of one snapshot, which was opened when the query was planned. */
final class ArrayScan
    implements Scan,
        Batch,
        SupportsReportStatistics,
        SupportsReportOrdering,
        SupportsReportPartitioning,
        SupportsRuntimeV2Filtering {
  private static final SortOrder[] NO_ORDER = {};

  private final ArrayOptions options;
  private final ArrayTable table;
  private final List<Predicate> predicates;
  private final StructType schema;
  private final Layout layout;
  private final Optional<Integer> limit;
  private final Optional<SparkAggregates> aggregates;
  private final SortOrder[] ordering;
  private Translation translation;
  private final Optional<TilePartitioning> partitioning;
  private @Nullable List<TilePartitioning.Part> parts;

  ArrayScan(
      ArrayOptions options,
      ArrayTable table,
      List<Predicate> predicates,
      StructType schema,
      Layout layout,
      Optional<Integer> limit,
      Optional<SparkAggregates> aggregates) {
    this.options = options;
    this.table = table;
    this.predicates = new ArrayList<>(predicates);
    this.translation = table.translate(new Predicate.And(predicates));
    this.schema = schema;
    Layout wanted = aggregates.isEmpty() ? options.order() : Layout.UNORDERED;
    this.layout = layout == Layout.UNORDERED ? wanted : layout;
    boolean orders = wanted == Layout.ROW_MAJOR && this.layout == Layout.ROW_MAJOR;
    this.ordering = orders ? ordering(table, schema) : NO_ORDER;
    this.limit = limit;
    this.aggregates = aggregates;
    this.partitioning =
        TilePartitioning.by(table, options.partitionBy(), List.of(schema.fieldNames()))
            .filter(cut -> aggregates.isEmpty());
  }

  /** A read of all rows of a table. */
  static ArrayScan all(ArrayOptions options, ArrayTable table, StructType schema) {
    return new ArrayScan(
        options, table, List.of(), schema, Layout.UNORDERED, Optional.empty(), Optional.empty());
  }

  /** The first dimensions, as far as their columns are read, and Spark orders them likewise. */
  private static SortOrder[] ordering(ArrayTable table, StructType schema) {
    List<SortOrder> orders = new ArrayList<>();
    List<Translation.SortKey> keys = new ArrayList<>();
    for (TableColumn column : table.columns()) {
      keys.add(
          new Translation.SortKey(
              column.name(), Translation.Direction.ASCENDING, Translation.Nulls.FIRST));
      boolean read = List.of(schema.fieldNames()).contains(column.name());
      if (!read || !table.all().layoutFor(keys).equals(Optional.of(Layout.ROW_MAJOR))) {
        break;
      }
      orders.add(
          Expressions.sort(
              FieldReference.column(column.name()),
              SortDirection.ASCENDING,
              NullOrdering.NULLS_FIRST));
    }
    return orders.toArray(SortOrder[]::new);
  }

  @Override
  public SortOrder[] outputOrdering() {
    return ordering.clone();
  }

  /** All columns that are read: what a join finds in its other side makes the read smaller. */
  @Override
  public NamedReference[] filterAttributes() {
    boolean narrows = options.pushesDown() && aggregates.isEmpty();
    return narrows
        ? Stream.of(schema.fieldNames()).map(FieldReference::column).toArray(NamedReference[]::new)
        : new NamedReference[0];
  }

  @Override
  public void filter(org.apache.spark.sql.connector.expressions.filter.Predicate[] more) {
    for (org.apache.spark.sql.connector.expressions.filter.Predicate filter : more) {
      predicates.add(SparkPredicates.of(filter));
    }
    translation = table.translate(new Predicate.And(predicates));
    parts = null;
  }

  @Override
  public StructType readSchema() {
    return aggregates.map(pushed -> pushed.schema(table)).orElse(schema);
  }

  @Override
  public String description() {
    return "azulejo %s %s%s"
        .formatted(
            table.array().location(),
            translation,
            limit.map(rows -> ", at most " + rows + " a part").orElse("")
                + aggregates
                    .flatMap(pushed -> pushed.pushed().aggregation())
                    .map(pushed -> ", aggregated: " + pushed)
                    .orElse(""));
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public Batch toBatch() {
    options.refuseGiven(OptionNames.STREAM, "batch reads");
    if (!table.array().schema().isDense()) {
      options.refuseGiven(ArrayOptions.CELLS, "dense arrays", "a sparse array");
    }
    return this;
  }

  /** What is written from now on, or was from some time on; Spark pushes no filters to streams. */
  @Override
  public MicroBatchStream toMicroBatchStream(String checkpoint) {
    options.refuseGiven(ArrayOptions.PARTITION_BY, "batch reads", "streams");
    return new ArrayStream(options, table, schema);
  }

  private List<TilePartitioning.Part> parts() {
    if (parts == null) {
      parts = translation.isEmpty() ? List.of() : cut(request().toBuilder().layout(layout).build());
    }
    return parts;
  }

  /** Parts in a tile each, or else of about the same size. */
  private List<TilePartitioning.Part> cut(ReadRequest request) {
    if (partitioning.isPresent()) {
      return partitioning.get().parts(request);
    }
    int cores = SparkSession.active().sparkContext().defaultParallelism();
    return table.array().splits(request, options.splits(cores)).stream()
        .map(split -> new TilePartitioning.Part(List.of(), split))
        .toList();
  }

  /** By tiles of dimensions, where that was asked for. */
  @Override
  public Partitioning outputPartitioning() {
    if (partitioning.isEmpty() || parts().isEmpty()) {
      return new UnknownPartitioning(0);
    }
    long keys = parts().stream().map(TilePartitioning.Part::tiles).distinct().count();
    return new KeyGroupedPartitioning(partitioning.get().keys(), Math.toIntExact(keys));
  }

  /**
   * The parts that are read. Aggregates of all rows need one part at least: Spark adds up the
   * counts of parts, and those of none are null to it.
   */
  private List<TilePartitioning.Part> planned() {
    boolean ofAll = aggregates.map(pushed -> pushed.groupBy().isEmpty()).orElse(false);
    if (!ofAll || !parts().isEmpty()) {
      return parts();
    }
    ReadRequest none = request().toBuilder().where(Condition.alwaysFalse()).build();
    return List.of(new TilePartitioning.Part(List.of(), new Split(none, 0, 0, 0)));
  }

  private ReadRequest request() {
    return aggregates
        .map(pushed -> pushed.pushed().request())
        .orElseGet(
            () ->
                layout == Layout.GLOBAL_ORDER
                    ? translation.requestInGlobalOrder(List.of(schema.fieldNames()))
                    : translation.request(List.of(schema.fieldNames())));
  }

  @Override
  public InputPartition[] planInputPartitions() {
    ArrayPartition.Read read =
        new ArrayPartition.Read(
            options,
            table.options().caseSensitive(),
            table.array().token().toBytes(),
            List.of(schema.fieldNames()));
    List<InputPartition> partitions = new ArrayList<>();
    for (TilePartitioning.Part cut : planned()) {
      Split split = cut.split();
      ReadRequest.Builder request = split.request().toBuilder();
      limit.ifPresent(request::limit);
      Split limited =
          new Split(request.build(), split.cells(), split.storedBytes(), split.decodedBytes());
      ArrayPartition part = new ArrayPartition(read, SerialForms.of(limited));
      partitions.add(partition(part, cut.tiles()));
    }
    return partitions.toArray(InputPartition[]::new);
  }

  private InputPartition partition(ArrayPartition part, List<Long> tiles) {
    if (aggregates.isPresent()) {
      return new AggregatePartition(part, aggregates.get().wanted());
    }
    return tiles.isEmpty() ? part : new TilePartition(part, tiles);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new ArrayPartitionReader.Factory();
  }

  /** Of what is left after the ranges and the statistics of tiles. */
  @Override
  public Statistics estimateStatistics() {
    long bytes =
        parts().stream().map(TilePartitioning.Part::split).mapToLong(Split::decodedBytes).sum();
    long rows = parts().stream().map(TilePartitioning.Part::split).mapToLong(Split::cells).sum();
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of(bytes);
      }

      @Override
      public OptionalLong numRows() {
        return OptionalLong.of(rows);
      }
    };
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ReadMetrics.all();
  }
}
