package io.azulejo.spark;

import io.azulejo.SerialForms;
import io.azulejo.query.Condition;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.Layout;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.Predicate;
import io.azulejo.table.TableColumn;
import io.azulejo.table.Translation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
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

/** A read of one snapshot of an array, which was opened when Spark looked up the table. */
final class ArrayScan
    implements Scan,
        Batch,
        SupportsReportStatistics,
        SupportsReportOrdering,
        SupportsReportPartitioning,
        SupportsRuntimeV2Filtering {
  private static final SortOrder[] NO_ORDER = {};

  /** Maximum number of characters of each item in the description, which is a single line. */
  private static final int MAX_CHARACTERS = 200;

  private final ArrayOptions options;
  private final ArrayTable table;
  private final List<Predicate> predicates;
  private final String residual;
  private final StructType schema;
  private final Layout layout;
  private final Optional<Integer> limit;
  private final Optional<SparkAggregates> aggregates;
  private final SortOrder[] ordering;
  private Translation translation;
  private final Optional<TilePartitioning> partitioning;
  private boolean streams;
  private @Nullable Planned planned;

  /**
   * The result of planning, which is valid until more filters arrive.
   *
   * @param parts the parts that may have matching rows
   * @param tiles the numbers of the array's tiles that are read and skipped
   */
  private record Planned(List<TilePartitioning.Part> parts, PlannedRead.Tiles tiles) {
    long storedBytes() {
      return parts.stream().mapToLong(part -> part.split().storedBytes()).sum();
    }

    long decodedBytes() {
      return parts.stream().mapToLong(part -> part.split().decodedBytes()).sum();
    }

    long cells() {
      return parts.stream().mapToLong(part -> part.split().cells()).sum();
    }
  }

  /**
   * Creates a read, which is planned when Spark first needs the plan.
   *
   * @param predicates the predicates that the array evaluates
   * @param residual the filters that Spark evaluates itself
   * @param schema the columns to read
   * @param layout the order of rows; unordered to use the order in the options
   * @param limit the maximum number of rows of each part; empty for no limit
   * @param aggregates the aggregates to return instead of rows; empty to return rows
   */
  ArrayScan(
      ArrayOptions options,
      ArrayTable table,
      List<Predicate> predicates,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> residual,
      StructType schema,
      Layout layout,
      Optional<Integer> limit,
      Optional<SparkAggregates> aggregates) {
    this.options = options;
    this.table = table;
    this.predicates = new ArrayList<>(predicates);
    this.residual = text(residual.stream().map(Object::toString), " and ", "none");
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

  /**
   * Returns a read of all rows of a table.
   *
   * @param schema the columns to read
   */
  static ArrayScan all(ArrayOptions options, ArrayTable table, StructType schema) {
    return new ArrayScan(
        options,
        table,
        List.of(),
        List.of(),
        schema,
        Layout.UNORDERED,
        Optional.empty(),
        Optional.empty());
  }

  /**
   * Returns the sort order of rows in row-major layout. It consists of the leading dimensions that
   * are read and that Spark orders in the same way.
   */
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

  /**
   * Returns all columns of the read, so that Spark can narrow the read by values from the other
   * side of a join. Empty if nothing is pushed down, or if the read returns aggregates.
   */
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
    planned = null;
  }

  @Override
  public StructType readSchema() {
    return aggregates.map(pushed -> pushed.schema(table)).orElse(schema);
  }

  /**
   * Describes the work pushed down to the array and the result of planning. The description of a
   * stream omits the plan, because each batch has its own.
   */
  @Override
  public String description() {
    List<String> items = new ArrayList<>();
    if (!translation.isEmpty()) {
      items.add("ranges: " + ranges());
    }
    String condition = translation.condition().map(Condition::toString).orElse("none");
    items.add("condition: " + (translation.isEmpty() ? "false" : abbreviated(condition)));
    items.add("residual: " + residual);
    aggregates
        .flatMap(pushed -> pushed.pushed().aggregation())
        .ifPresent(pushed -> items.add("aggregates: " + abbreviated(pushed.toString())));
    limit.ifPresent(rows -> items.add("limit: " + rows + " rows per split"));
    if (!streams) {
      PlannedRead.Tiles tiles = planned().tiles();
      items.add(
          "tiles: %d of %d, splits: %d, bytes: %d stored, %d decoded"
              .formatted(
                  tiles.matching() + tiles.tested(),
                  tiles.all(),
                  partsToRead().size(),
                  planned().storedBytes(),
                  planned().decodedBytes()));
    }
    return "azulejo %s %s".formatted(table.array().location(), String.join(", ", items));
  }

  private String ranges() {
    return text(
        translation.subarray().ranges().entrySet().stream()
            .map(
                dimension ->
                    dimension.getKey() + "=" + text(dimension.getValue().stream(), " ", "none")),
        ", ",
        "all");
  }

  private static String text(Stream<?> items, String between, String none) {
    String text = items.map(Object::toString).collect(Collectors.joining(between));
    return text.isEmpty() ? none : abbreviated(text);
  }

  private static String abbreviated(String text) {
    return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "...";
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public Batch toBatch() {
    options.rejectIfGiven(OptionNames.STREAM, "batch reads");
    if (!table.array().schema().isDense()) {
      options.rejectIfGiven(ArrayOptions.CELLS, "dense arrays", "a sparse array");
    }
    return this;
  }

  /**
   * Returns a stream of the cells written since the starting point in the options. Spark does not
   * push down filters to streams.
   */
  @Override
  public MicroBatchStream toMicroBatchStream(String checkpoint) {
    options.rejectIfGiven(ArrayOptions.PARTITION_BY, "batch reads", "streams");
    streams = true;
    return new ArrayStream(options, table, schema);
  }

  private Planned planned() {
    if (planned == null) {
      planned = plan();
    }
    return planned;
  }

  private Planned plan() {
    List<PlannedRead.Tiles> tiles = new ArrayList<>();
    List<TilePartitioning.Part> parts =
        translation.isEmpty() ? List.of() : cut(request().layout(layout), tiles::add);
    if (tiles.isEmpty()) {
      ReadRequest none = nothing(table.all().request(List.of()));
      table.array().read(none).splits(SplitOptions.DEFAULT, tiles::add);
    }
    return new Planned(parts, tiles.get(0));
  }

  /**
   * Divides the read along tiles if the options request that, otherwise into parts of about equal
   * size.
   *
   * @param tiles receives the numbers of tiles that the read matches and skips
   */
  private List<TilePartitioning.Part> cut(ReadRequest request, Consumer<PlannedRead.Tiles> tiles) {
    if (partitioning.isPresent()) {
      return partitioning.get().parts(request, tiles);
    }
    int cores = SparkSession.active().sparkContext().defaultParallelism();
    return table.array().read(request).splits(options.splits(cores), tiles).stream()
        .map(split -> new TilePartitioning.Part(List.of(), split))
        .toList();
  }

  private static ReadRequest nothing(ReadRequest request) {
    return request.where(Condition.alwaysFalse());
  }

  /** Reports the partitioning along the tiles of dimensions, if the options request it. */
  @Override
  public Partitioning outputPartitioning() {
    if (partitioning.isEmpty() || planned().parts().isEmpty()) {
      return new UnknownPartitioning(0);
    }
    long keys = planned().parts().stream().map(TilePartitioning.Part::tiles).distinct().count();
    return new KeyGroupedPartitioning(partitioning.get().keys(), Math.toIntExact(keys));
  }

  /**
   * Returns the parts to read. An aggregation without groups needs at least one part: Spark adds up
   * the counts of all parts, and the sum over zero parts is null.
   */
  private List<TilePartitioning.Part> partsToRead() {
    List<TilePartitioning.Part> parts = planned().parts();
    boolean ofAll = aggregates.map(pushed -> pushed.groupBy().isEmpty()).orElse(false);
    return ofAll && parts.isEmpty()
        ? List.of(new TilePartitioning.Part(List.of(), Split.of(nothing(request()), 0, 0, 0)))
        : parts;
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
            ColumnView.of(table),
            table.array().token().toBytes(),
            List.of(schema.fieldNames()));
    List<InputPartition> partitions = new ArrayList<>();
    for (TilePartitioning.Part cut : partsToRead()) {
      Split split = cut.split();
      ReadRequest request = split.request();
      request = limit.isPresent() ? request.limit(limit.get()) : request;
      Split limited = split.withRequest(request);
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

  /** Estimates the rows that remain after ranges and tile statistics have been applied. */
  @Override
  public Statistics estimateStatistics() {
    long bytes = planned().decodedBytes();
    long rows = planned().cells();
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

  /** Returns the metrics of the latest plan, which includes all filters. Empty for streams. */
  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return streams || planned == null ? new CustomTaskMetric[0] : ReadMetrics.of(planned.tiles());
  }
}
