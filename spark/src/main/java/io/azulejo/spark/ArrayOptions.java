package io.azulejo.spark;

import io.azulejo.MetadataChange;
import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.MissingCells;
import io.azulejo.query.ReadRequest.Cells;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.table.Dialect;
import io.azulejo.table.Dialect.OutOfRange;
import io.azulejo.table.TableOptions;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The options of a table as the user gave them. Names are case-insensitive. The driver sends the
 * options to executors. Immutable.
 */
final class ArrayOptions implements Serializable {
  /** The reaction of a write if the array has changed since the rows of the write were read. */
  enum Conflicts {
    /** The write fails. */
    REFUSED,
    /** Spark runs the SQL statement again. A write of the DataFrame API fails. */
    RETRY,
    /** The write is committed regardless. */
    IGNORED
  }

  private static final long serialVersionUID = 1;

  /** The option that holds the location of the array. */
  static final String PATH = "path";

  static final String URI = "uri";
  static final String START = "timestamp_start";
  static final String PATHS = "paths";
  static final String END = "timestamp_end";
  static final String CELLS = "cells";
  static final String CODES = "enumerations";
  static final String LABELS = "labels";
  static final String INSTANT = "instant";
  static final String OUT_OF_RANGE = "out_of_range";
  static final String SPLIT_SIZE = "split_size";
  static final String PARTITIONS = "partition_count";
  static final String ORDER = "order";
  static final String PARTITION_DIMENSION = "partition.dim.";
  static final String PUSH_DOWN = "pushdown";
  static final String FILTERING = "tiledb_filtering";
  static final String KEY = "encryption_key";
  static final String MEMORY = "memory_budget";
  static final String MISSING = "missing";
  static final String DUPLICATES = "duplicates";
  static final String DISTRIBUTION = "distribution";
  static final String COMMIT_ID = "commit_id";
  static final String MODE = "mode";
  static final String CONFLICTS = "conflicts";
  static final String PARTITION_BY = "partition_by";
  static final String STARTING = "starting";
  static final String DELETIONS = "deletions";
  static final String MAX_FRAGMENTS = "maxfragmentspertrigger";
  static final String MAX_BYTES = "maxbytespertrigger";
  private static final String OPTION = "option ";
  private static final String CONFIG = "config.";
  private static final String TILEDB = "tiledb.";

  private final TreeMap<String, String> values = new TreeMap<>();

  /** Names of the options that were given for this read or write rather than for the catalog. */
  private final TreeSet<String> given = new TreeSet<>();

  /**
   * Creates options.
   *
   * @param options the values of the options by name, in any case
   */
  ArrayOptions(Map<String, String> options) {
    options.forEach((name, value) -> values.put(name.toLowerCase(Locale.ROOT), value));
  }

  /**
   * Returns these options, overridden by the options of a read.
   *
   * @throws InvalidRequestException if an option is unknown, does not apply to reads, or must be
   *     set where the table is named
   */
  ArrayOptions withRead(Map<String, String> given) {
    ArrayOptions other = new ArrayOptions(given);
    OptionNames.WRITE.refuse(other.values.keySet(), "reads");
    OptionNames.CREATE.refuse(other.values.keySet(), "reads");
    return with(other, Set.of(OptionNames.READ, OptionNames.STREAM, OptionNames.TILEDB), Set.of());
  }

  /**
   * Returns these options, overridden by the options of a write.
   *
   * @throws InvalidRequestException if an option is unknown, does not apply to writes, or must be
   *     set where the table is named
   */
  ArrayOptions withWrite(Map<String, String> given) {
    ArrayOptions other = new ArrayOptions(given);
    OptionNames.READ.refuse(other.values.keySet(), "writes");
    OptionNames.STREAM.refuse(other.values.keySet(), "writes");
    return with(other, Set.of(OptionNames.WRITE), Set.of(END));
  }

  private ArrayOptions with(ArrayOptions more, Set<OptionNames> uses, Set<String> names) {
    more.known();
    ArrayOptions all = new ArrayOptions(values);
    all.given.addAll(more.values.keySet());
    more.values.forEach(
        (name, value) -> {
          if (names.contains(name) || uses.stream().anyMatch(use -> use.has(name))) {
            all.values.put(name, value);
          } else if (OptionNames.TABLE.has(name) && !value.equals(values.get(name))) {
            throw new InvalidRequestException(
                ("option %s must be set where the table is named: as an option of its catalog "
                        + "(spark.sql.catalog.NAME.%s) or of load(path)")
                    .formatted(name, name));
          }
        });
    return all;
  }

  /** Returns these options for an array at another location. */
  ArrayOptions at(Location place) {
    ArrayOptions other = new ArrayOptions(values);
    other.values.remove(URI);
    other.values.put(PATH, place.toString());
    return other;
  }

  /** Returns these options, overridden by other options. */
  ArrayOptions and(Map<String, String> others) {
    ArrayOptions all = new ArrayOptions(values);
    all.values.putAll(new ArrayOptions(others).values);
    all.given.addAll(given);
    return all;
  }

  /**
   * Checks the names of these options.
   *
   * @return these options
   * @throws InvalidRequestException if an option is unknown
   */
  ArrayOptions known() {
    OptionNames.requireKnown("option", values.keySet());
    return this;
  }

  /**
   * Rejects options that were given for this read or write but have no effect on it.
   *
   * @param names the group of options that have no effect
   * @param use a description of the read or write, such as "batch reads"
   * @throws InvalidRequestException if an option of the group was given
   */
  void rejectIfGiven(OptionNames names, String use) {
    names.refuse(given, use);
  }

  /**
   * Rejects an option that was given for this read or write but has no effect on it.
   *
   * @param name the name of the option, in lower case
   * @param applies where the option applies, such as "dense arrays"
   * @param use a description of the read or write, such as "a sparse array"
   * @throws InvalidRequestException if the option was given
   */
  void rejectIfGiven(String name, String applies, String use) {
    if (given.contains(name)) {
      throw OptionNames.inapplicable(name, applies, use);
    }
  }

  /** Returns the values of all options by name, in lower case. */
  Map<String, String> all() {
    return Map.copyOf(values);
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name)).filter(text -> !text.isBlank());
  }

  /**
   * Returns the location of the array.
   *
   * @throws InvalidRequestException if the options do not name exactly one location
   */
  Location location() {
    if (value(PATHS).isPresent()) {
      throw new InvalidRequestException(
          ("several paths are given (%s); load each array separately, and combine the rows "
                  + "with union")
              .formatted(values.get(PATHS)));
    }
    return value(PATH)
        .or(() -> value(URI))
        .map(Location::of)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "the path of the array is missing; use load(\"s3://bucket/array\") or "
                        + "option(\"path\", ...)"));
  }

  /** Returns the options for opening the array: its time range and its encryption key. */
  OpenOptions open() {
    OpenOptions options = OpenOptions.DEFAULT;
    Optional<Long> start = number(START, 0);
    Optional<Long> end = number(END, 0);
    if (start.isPresent() || end.isPresent()) {
      options = options.at(TimeRange.between(start.orElse(0L), end.orElse(TimeRange.ALL.end())));
    }
    Optional<EncryptionKey> key = key();
    return key.isPresent() ? options.key(key.get()) : options;
  }

  /** Returns the encryption key of the array; empty if none is given. */
  Optional<EncryptionKey> key() {
    return value(KEY).map(text -> EncryptionKey.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the timestamp of written cells, in milliseconds since 1970 (default: now). */
  long writeTime() {
    return number(END, 0).orElseGet(System::currentTimeMillis);
  }

  /** Returns whether the options set the timestamp of written cells. */
  boolean hasWriteTime() {
    return value(END).isPresent();
  }

  /** Returns whether written rows replace existing rows at the same coordinates. */
  boolean upserts() {
    return choice(MODE, "append", "upsert");
  }

  /**
   * Returns the reaction of a write if the array has changed since the rows of the write were read
   * (default: {@link Conflicts#REFUSED}).
   */
  Conflicts conflicts() {
    return constant(CONFLICTS, Conflicts.class).orElse(Conflicts.REFUSED);
  }

  /**
   * Returns these options with a default for missing cells.
   *
   * @param usual the rule for missing cells, which applies if these options do not set one
   */
  ArrayOptions withMissing(MissingCells usual) {
    return value(MISSING).isPresent() ? this : and(Map.of(MISSING, usual.name()));
  }

  /**
   * Returns the write request for an array with the given schema. The rule for missing cells
   * applies to dense arrays only.
   */
  WriteRequest write(ArraySchema schema) {
    WriteRequest request =
        WriteRequest.DEFAULT.duplicates(
            choice(DUPLICATES, "refused", "last")
                ? DuplicatePolicy.KEEP_LAST
                : DuplicatePolicy.REFUSE);
    MissingCells missing = constant(MISSING, MissingCells.class).orElse(MissingCells.REFUSED);
    return (schema.isDense() ? request.missing(missing) : request);
  }

  /**
   * Checks options that would otherwise be parsed only by tasks or by the commit.
   *
   * @throws InvalidRequestException if a value is invalid, or if an option has no effect on an
   *     array with this schema
   */
  void requireWriteChoices(ArraySchema schema) {
    if (!schema.isDense()) {
      rejectIfGiven(MISSING, "dense arrays", "a sparse array");
    }
    if (schema.allowsDuplicates()) {
      rejectIfGiven(DUPLICATES, "arrays without duplicates", "an array with duplicates");
    }
    write(schema);
    conflicts();
    distribution();
  }

  /** Returns the distribution of written rows to tasks; empty for the array's default. */
  Optional<WriteDistribution.Choice> distribution() {
    return constant(DISTRIBUTION, WriteDistribution.Choice.class);
  }

  /** Returns the commit id of a write; empty to use the id of Spark's query. */
  Optional<String> commitId() {
    return value(COMMIT_ID);
  }

  /**
   * Returns the options for reading the array as a table.
   *
   * @param caseSensitive whether column names are case-sensitive in the session
   */
  TableOptions table(boolean caseSensitive) {
    boolean nulls = choice(OUT_OF_RANGE, "fail", "null");
    return TableOptions.of(Dialect.SPARK.withOutOfRange(nulls ? OutOfRange.NULL : OutOfRange.VALUE))
        .withCells(choice(CELLS, "written", "all") ? Cells.ALL : Cells.WRITTEN)
        .withCodes(choice(CODES, "values", "codes"))
        .withLabels(flag(LABELS, false))
        .withCaseSensitive(caseSensitive);
  }

  /**
   * Returns the options for dividing a read into partitions.
   *
   * @param minimum the number of partitions that keeps all cores busy, used if the options do not
   *     set a number
   */
  SplitOptions splits(int minimum) {
    SplitOptions options = SplitOptions.DEFAULT;
    Optional<Long> size = number(SPLIT_SIZE, 1);
    if (size.isPresent()) {
      options = options.targetBytes(size.get());
    }
    Optional<Long> count = number(PARTITIONS, 1).or(this::partitionsOfDimensions);
    int wanted = (int) Math.min(Integer.MAX_VALUE, count.orElse((long) minimum));
    return count.isPresent() ? options.minimum(wanted).maximum(wanted) : options.minimum(wanted);
  }

  /**
   * Returns the product of the partition counts that TileDB-Spark's options set for single
   * dimensions; empty if they set none.
   */
  private Optional<Long> partitionsOfDimensions() {
    Optional<Long> product = Optional.empty();
    for (String name : values.keySet()) {
      if (name.startsWith(PARTITION_DIMENSION)) {
        long factor = number(name, 1).orElse(1L);
        try {
          product = Optional.of(Math.multiplyExact(product.orElse(1L), factor));
        } catch (ArithmeticException e) {
          throw wrong(
              OPTION + name,
              values.get(name),
              "a valid number of partitions; the product of all of them is too large");
        }
      }
    }
    return product;
  }

  /**
   * Returns whether filters, limits and aggregates are pushed down to the array (default: true).
   */
  boolean pushesDown() {
    return flag(PUSH_DOWN, true) && flag(FILTERING, true);
  }

  /** Returns the order of rows within a partition (default: unordered). */
  Layout order() {
    String text = value(ORDER).orElse("none");
    return switch (text.toLowerCase(Locale.ROOT).replace('_', '-')) {
      case "none", "unordered", "tiledb-unordered" -> Layout.UNORDERED;
      case "dimensions", "row-major", "tiledb-row-major" -> Layout.ROW_MAJOR;
      case "col-major", "tiledb-col-major" -> Layout.COL_MAJOR;
      case "global-order", "tiledb-global-order" -> Layout.GLOBAL_ORDER;
      default ->
          throw wrong(
              OPTION + ORDER,
              text,
              "one of dimensions, row-major, col-major, global-order and none");
    };
  }

  /** Returns the metadata change that a write makes; empty if the options do not set metadata. */
  Optional<MetadataChange> metadata() {
    return MetadataOptions.of(values);
  }

  /**
   * Returns the names of the dimensions along whose tiles a read is partitioned; empty for no such
   * partitioning.
   */
  List<String> partitionBy() {
    return names(PARTITION_BY);
  }

  /**
   * Returns these options for rows that are read in order to be written back. A datetime that Spark
   * cannot represent then fails instead of becoming null.
   */
  ArrayOptions withLosslessTimes() {
    return and(Map.of(OUT_OF_RANGE, "fail"));
  }

  /** Returns the names of the columns to read as instants, regardless of the array's metadata. */
  List<String> instants() {
    return names(INSTANT);
  }

  private List<String> names(String option) {
    return value(option).stream()
        .flatMap(names -> Stream.of(names.split(",")))
        .map(String::strip)
        .toList();
  }

  /**
   * Returns the options for reading the array as a stream.
   *
   * @throws InvalidRequestException if a value is invalid, or if these options do not allow a
   *     stream
   */
  StreamOptions stream() {
    if (choice(CELLS, "written", "all")) {
      throw new InvalidRequestException(
          "a stream only returns written cells; leave out cells = all");
    }
    String from = value(STARTING).orElse("earliest").toLowerCase(Locale.ROOT);
    Optional<Long> start =
        switch (from) {
          case "earliest" -> Optional.of(0L);
          case "latest" -> Optional.empty();
          default ->
              Optional.of(
                  parse(STARTING, 0, "earliest, latest or a time in milliseconds since 1970"));
        };
    return new StreamOptions(
        start,
        choice(DELETIONS, "refused", "ignored"),
        (int) Math.min(Integer.MAX_VALUE, number(MAX_FRAGMENTS, 1).orElse(Long.MAX_VALUE)),
        number(MAX_BYTES, 1).orElse(Long.MAX_VALUE));
  }

  /**
   * Returns the memory budget that all tasks of an executor share, in bytes; empty for a share of
   * the heap.
   */
  Optional<Long> memoryBudget() {
    return number(MEMORY, 1);
  }

  /** Returns the store settings by their TileDB names. */
  Map<String, String> config() {
    Map<String, String> config = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(TILEDB)) {
            config.put(name.substring(TILEDB.length()), value);
          } else if (name.startsWith(CONFIG)) {
            config.put(name.substring(CONFIG.length()), value);
          }
        });
    return config;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrayOptions that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  private Optional<Long> number(String name, long least) {
    return value(name).map(text -> parse(name, least, "a number of at least %d".formatted(least)));
  }

  /**
   * Parses the value of a numeric option, which must be set.
   *
   * @param least the smallest valid number
   * @param right a description of valid values, for the error message
   */
  private long parse(String name, long least, String right) {
    String text = value(name).orElseThrow();
    try {
      long number = Long.parseLong(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw wrong(OPTION + name, text, right);
    }
    throw wrong(OPTION + name, text, right);
  }

  private boolean flag(String name, boolean usual) {
    return choice(name, usual ? "true" : "false", usual ? "false" : "true") != usual;
  }

  private boolean choice(String name, String usual, String other) {
    return choice(OPTION + name, value(name), usual, other);
  }

  /**
   * Returns whether a value is the second of two choices.
   *
   * @param what the name of the option, for the error message
   * @param given the value, in any case; empty for the default
   * @param usual the first choice, which is the default
   * @param other the second choice
   * @throws InvalidRequestException if the value is neither of the choices
   */
  static boolean choice(String what, Optional<String> given, String usual, String other) {
    String text = given.orElse(usual).toLowerCase(Locale.ROOT);
    if (!text.equals(usual) && !text.equals(other)) {
      throw wrong(what, text, usual + " or " + other);
    }
    return text.equals(other);
  }

  /**
   * Returns the enum constant that an option names, ignoring case; empty if the option is not set.
   */
  private <E extends Enum<E>> Optional<E> constant(String name, Class<E> type) {
    Optional<String> text = value(name).map(given -> given.toLowerCase(Locale.ROOT));
    for (E constant : type.getEnumConstants()) {
      if (text.isPresent() && text.get().equals(constant.name().toLowerCase(Locale.ROOT))) {
        return Optional.of(constant);
      }
    }
    if (text.isPresent()) {
      throw wrong(
          OPTION + name,
          text.get(),
          "one of " + Arrays.toString(type.getEnumConstants()).toLowerCase(Locale.ROOT));
    }
    return Optional.empty();
  }

  /**
   * Returns the exception for an invalid value.
   *
   * @param what the name of the option or property
   * @param text the invalid value
   * @param right a description of valid values
   */
  static InvalidRequestException wrong(String what, String text, String right) {
    return new InvalidRequestException("%s: \"%s\" is not %s".formatted(what, text, right));
  }
}
