package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The layout that {@link io.azulejo.Array#repack} gives the new array; what is not set is as in the
 * old one. Whether it fits an array is checked when that is repacked. Immutable.
 */
public final class RepackRequest {
  /** The same layout: history goes, and tiles are full. */
  public static final RepackRequest DEFAULT = new RepackRequest(new Settings());

  private final Settings settings;

  private RepackRequest(Settings settings) {
    this.settings = settings;
  }

  private RepackRequest with(Consumer<Settings> change) {
    Settings changed = new Settings(settings);
    change.accept(changed);
    return new RepackRequest(changed);
  }

  /**
   * The same, with the number of cells of a tile of a sparse array.
   *
   * @param cells 1 or more
   */
  public RepackRequest capacity(long cells) {
    if (cells < 1) {
      throw new InvalidRequestException("a capacity of %d: give 1 or more".formatted(cells));
    }
    return with(changed -> changed.capacity = cells);
  }

  /** The same, with the length of a tile along a dimension of numbers. */
  public RepackRequest extent(String dimension, Number length) {
    Objects.requireNonNull(dimension, "dimension");
    Objects.requireNonNull(length, "length");
    return with(changed -> changed.extents.put(dimension, length));
  }

  /**
   * The same, with another domain of a dimension of numbers. A wider one has room for more cells:
   * in a dense array they are not written. A narrower one is refused if it leaves out a cell. The
   * current domain, where there is one, stays as it is as far as it lies in the domain. A tile that
   * is longer than the domain becomes as long as that, unless an {@link #extent} is set.
   *
   * @param range the lowest and the highest coordinate that there can be
   */
  public RepackRequest domain(String dimension, Range range) {
    Objects.requireNonNull(dimension, "dimension");
    Objects.requireNonNull(range, "range");
    return with(changed -> changed.domains.put(dimension, range));
  }

  /** The same, with the filters of an attribute, or of a dimension of a sparse array. */
  public RepackRequest filters(String field, FilterPipeline pipeline) {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.filters.put(field, pipeline));
  }

  /** The same, with the filters of coordinates whose dimension has none of its own. */
  public RepackRequest coordsFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.coordsFilters = pipeline);
  }

  /** The same, with the filters of the offsets of cells of variable size. */
  public RepackRequest offsetsFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.offsetsFilters = pipeline);
  }

  /** The same, with the filters of validity. */
  public RepackRequest validityFilters(FilterPipeline pipeline) {
    Objects.requireNonNull(pipeline, "pipeline");
    return with(changed -> changed.validityFilters = pipeline);
  }

  /**
   * The same, with a checksum at the end of all filters that have none, the arrays of dimension
   * labels included; see {@link io.azulejo.schema.ArraySchema.Builder#checksum}.
   *
   * @throws io.azulejo.error.InvalidRequestException if the filter is not a checksum
   */
  public RepackRequest checksum(Filter filter) {
    FilterPipeline.EMPTY.withChecksum(filter);
    return with(changed -> changed.checksum = filter);
  }

  /**
   * The same, with an order of cells in tiles; of a sparse array it may be {@link Layout#HILBERT}.
   */
  public RepackRequest cellOrder(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.cellOrder = order);
  }

  /** The same, with an order of tiles. */
  public RepackRequest tileOrder(Layout order) {
    Objects.requireNonNull(order, "order");
    return with(changed -> changed.tileOrder = order);
  }

  /**
   * The same, with a key for the new array. Without it, and unless the request is {@link
   * #unencrypted}, the new array has the key that the engine has for its location, or else that of
   * the old one.
   */
  public RepackRequest key(EncryptionKey secret) {
    Objects.requireNonNull(secret, "secret");
    return with(
        changed -> {
          changed.key = secret;
          changed.unencrypted = false;
        });
  }

  /** The same, with no key for the new array, even where the old one has one. */
  public RepackRequest unencrypted() {
    return with(
        changed -> {
          changed.key = null;
          changed.unencrypted = true;
        });
  }

  /**
   * The same, with the format version of the new array: 22, the newest that released TileDB reads,
   * when not said. Those that cannot be written are refused by the repacking.
   *
   * @param version 7 to 23
   */
  public RepackRequest formatVersion(int version) {
    if (version < 1) {
      throw new InvalidRequestException("format version " + version + ": they count from 1");
    }
    return with(changed -> changed.formatVersion = version);
  }

  /**
   * The same, with the time of the new array and its cells; now by default.
   *
   * @param timestamp milliseconds since 1970 UTC, at least 0
   */
  public RepackRequest at(long timestamp) {
    if (timestamp < 0) {
      throw new InvalidRequestException(
          "written at %d: times are milliseconds since 1970, at least 0".formatted(timestamp));
    }
    return with(changed -> changed.time = timestamp);
  }

  /** The same with a listener to how many cells are written, of how many. */
  public RepackRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** The cells of a tile of a sparse array; empty where they stay as they are. */
  public OptionalLong capacity() {
    return settings.capacity < 0 ? OptionalLong.empty() : OptionalLong.of(settings.capacity);
  }

  /** The lengths of tiles that were set, by the names of dimensions; unmodifiable. */
  public Map<String, Number> extents() {
    return Collections.unmodifiableMap(settings.extents);
  }

  /** The domains that were set, by the names of dimensions; unmodifiable. */
  public Map<String, Range> domains() {
    return Collections.unmodifiableMap(settings.domains);
  }

  /** The filters that were set, by the names of dimensions and attributes; unmodifiable. */
  public Map<String, FilterPipeline> filters() {
    return Collections.unmodifiableMap(settings.filters);
  }

  /** The filters of coordinates whose dimension has none of its own, where they were set. */
  public Optional<FilterPipeline> coordsFilters() {
    return Optional.ofNullable(settings.coordsFilters);
  }

  /** The filters of the offsets of cells of variable size, where they were set. */
  public Optional<FilterPipeline> offsetsFilters() {
    return Optional.ofNullable(settings.offsetsFilters);
  }

  /** The filters of validity, where they were set. */
  public Optional<FilterPipeline> validityFilters() {
    return Optional.ofNullable(settings.validityFilters);
  }

  /** What all filters get as their last that have no checksum, those of labels among them. */
  public Optional<Filter> checksum() {
    return Optional.ofNullable(settings.checksum);
  }

  /** The order of cells in tiles, where it was set. */
  public Optional<Layout> cellOrder() {
    return Optional.ofNullable(settings.cellOrder);
  }

  /** The order of tiles, where it was set. */
  public Optional<Layout> tileOrder() {
    return Optional.ofNullable(settings.tileOrder);
  }

  /** The key of the new array, where one was set. */
  public Optional<EncryptionKey> key() {
    return Optional.ofNullable(settings.key);
  }

  /** Whether the new array has no key, even where the old one has. */
  public boolean isUnencrypted() {
    return settings.unencrypted;
  }

  /** The format version of the new array; empty for the newest that released TileDB reads. */
  public OptionalInt formatVersion() {
    return settings.formatVersion < 0
        ? OptionalInt.empty()
        : OptionalInt.of(settings.formatVersion);
  }

  /** The time of the new array and its cells, in milliseconds since 1970 UTC; empty for now. */
  public OptionalLong at() {
    return settings.time < 0 ? OptionalLong.empty() : OptionalLong.of(settings.time);
  }

  /** Listens to how many cells are written; {@link Progress#NONE} by default. */
  public Progress progress() {
    return settings.progress;
  }

  /** Changed only before the request that holds it is made. */
  private static final class Settings {
    long capacity = -1;
    final Map<String, Number> extents = new LinkedHashMap<>();
    final Map<String, Range> domains = new LinkedHashMap<>();
    final Map<String, FilterPipeline> filters = new LinkedHashMap<>();
    @Nullable FilterPipeline coordsFilters;
    @Nullable FilterPipeline offsetsFilters;
    @Nullable FilterPipeline validityFilters;
    @Nullable Filter checksum;
    @Nullable Layout cellOrder;
    @Nullable Layout tileOrder;
    @Nullable EncryptionKey key;
    boolean unencrypted;
    int formatVersion = -1;
    long time = -1;
    Progress progress = Progress.NONE;

    Settings() {}

    Settings(Settings other) {
      capacity = other.capacity;
      extents.putAll(other.extents);
      domains.putAll(other.domains);
      filters.putAll(other.filters);
      coordsFilters = other.coordsFilters;
      offsetsFilters = other.offsetsFilters;
      validityFilters = other.validityFilters;
      checksum = other.checksum;
      cellOrder = other.cellOrder;
      tileOrder = other.tileOrder;
      key = other.key;
      unencrypted = other.unencrypted;
      formatVersion = other.formatVersion;
      time = other.time;
      progress = other.progress;
    }
  }
}
