package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The layout with which an array is written anew; what is not set stays as it is. Immutable. */
public final class RepackRequest {
  /** The same layout: history goes, and tiles are full. */
  public static final RepackRequest DEFAULT = builder().build();

  private final long capacity;
  private final Map<String, Number> extents;
  private final Map<String, FilterPipeline> filters;
  private final @Nullable FilterPipeline coordsFilters;
  private final @Nullable FilterPipeline offsetsFilters;
  private final @Nullable FilterPipeline validityFilters;
  private final Filter.@Nullable Checksum checksum;
  private final @Nullable Layout cellOrder;
  private final @Nullable Layout tileOrder;
  private final @Nullable EncryptionKey key;
  private final boolean unencrypted;
  private final int formatVersion;
  private final long time;
  private final Progress progress;

  private RepackRequest(Builder builder) {
    capacity = builder.capacity;
    extents = Collections.unmodifiableMap(new LinkedHashMap<>(builder.extents));
    filters = Collections.unmodifiableMap(new LinkedHashMap<>(builder.filters));
    coordsFilters = builder.coordsFilters;
    offsetsFilters = builder.offsetsFilters;
    validityFilters = builder.validityFilters;
    checksum = builder.checksum;
    cellOrder = builder.cellOrder;
    tileOrder = builder.tileOrder;
    key = builder.key;
    unencrypted = builder.unencrypted;
    formatVersion = builder.formatVersion;
    time = builder.time;
    progress = builder.progress;
  }

  /** A builder of a request. */
  public static Builder builder() {
    return new Builder();
  }

  /** The cells of a tile of a sparse array. */
  public OptionalLong capacity() {
    return capacity < 0 ? OptionalLong.empty() : OptionalLong.of(capacity);
  }

  /** The lengths of tiles, by the names of dimensions. */
  public Map<String, Number> extents() {
    return extents;
  }

  /** The filters of fields, by the names of dimensions and attributes. */
  public Map<String, FilterPipeline> filters() {
    return filters;
  }

  /** The filters of coordinates whose dimension has none of its own. */
  public Optional<FilterPipeline> coordsFilters() {
    return Optional.ofNullable(coordsFilters);
  }

  /** The filters of the offsets of cells of variable size. */
  public Optional<FilterPipeline> offsetsFilters() {
    return Optional.ofNullable(offsetsFilters);
  }

  /** The filters of validity. */
  public Optional<FilterPipeline> validityFilters() {
    return Optional.ofNullable(validityFilters);
  }

  /** What all filters get as their last that have no checksum, those of labels among them. */
  public Optional<Filter.Checksum> checksum() {
    return Optional.ofNullable(checksum);
  }

  /** The order of cells in tiles. */
  public Optional<Layout> cellOrder() {
    return Optional.ofNullable(cellOrder);
  }

  /** The order of tiles. */
  public Optional<Layout> tileOrder() {
    return Optional.ofNullable(tileOrder);
  }

  /** The key of the new array, where it is another one than that of the old array. */
  public Optional<EncryptionKey> key() {
    return Optional.ofNullable(key);
  }

  /** Whether the new array has no key, even where the old one has. */
  public boolean isUnencrypted() {
    return unencrypted;
  }

  /** The format version of the new array; empty for the newest that released TileDB reads. */
  public OptionalInt formatVersion() {
    return formatVersion < 0 ? OptionalInt.empty() : OptionalInt.of(formatVersion);
  }

  /** The time that the new array and its cells are of; empty for now. */
  public OptionalLong at() {
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }

  /** Listens to how many cells are written, of how many. */
  public Progress progress() {
    return progress;
  }

  /** The same request, to be changed. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.capacity = capacity;
    builder.extents.putAll(extents);
    builder.filters.putAll(filters);
    builder.coordsFilters = coordsFilters;
    builder.offsetsFilters = offsetsFilters;
    builder.validityFilters = validityFilters;
    builder.checksum = checksum;
    builder.cellOrder = cellOrder;
    builder.tileOrder = tileOrder;
    builder.key = key;
    builder.unencrypted = unencrypted;
    builder.formatVersion = formatVersion;
    builder.time = time;
    builder.progress = progress;
    return builder;
  }

  /** Builds a request, step by step. Not for use by several threads. */
  public static final class Builder {
    private long capacity = -1;
    private final Map<String, Number> extents = new LinkedHashMap<>();
    private final Map<String, FilterPipeline> filters = new LinkedHashMap<>();
    private @Nullable FilterPipeline coordsFilters;
    private @Nullable FilterPipeline offsetsFilters;
    private @Nullable FilterPipeline validityFilters;
    private Filter.@Nullable Checksum checksum;
    private @Nullable Layout cellOrder;
    private @Nullable Layout tileOrder;
    private @Nullable EncryptionKey key;
    private boolean unencrypted;
    private int formatVersion = -1;
    private long time = -1;
    private Progress progress = Progress.NONE;

    private Builder() {}

    /** The cells of a tile of a sparse array; 1 or more. */
    public Builder capacity(long cells) {
      if (cells < 1) {
        throw new IllegalArgumentException("a capacity of %d: give 1 or more".formatted(cells));
      }
      this.capacity = cells;
      return this;
    }

    /** The length of a tile along a dimension of numbers. */
    public Builder extent(String dimension, Number length) {
      extents.put(
          Objects.requireNonNull(dimension, "dimension"), Objects.requireNonNull(length, "length"));
      return this;
    }

    /** The filters of an attribute, or of a dimension of a sparse array. */
    public Builder filters(String field, FilterPipeline pipeline) {
      filters.put(
          Objects.requireNonNull(field, "field"), Objects.requireNonNull(pipeline, "pipeline"));
      return this;
    }

    /** The filters of coordinates whose dimension has none of its own. */
    public Builder coordsFilters(FilterPipeline pipeline) {
      this.coordsFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** The filters of the offsets of cells of variable size. */
    public Builder offsetsFilters(FilterPipeline pipeline) {
      this.offsetsFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /** The filters of validity. */
    public Builder validityFilters(FilterPipeline pipeline) {
      this.validityFilters = Objects.requireNonNull(pipeline, "pipeline");
      return this;
    }

    /**
     * A checksum at the end of all filters that have none, the arrays of dimension labels included;
     * see {@link io.azulejo.schema.ArraySchema.Builder#checksum}.
     */
    public Builder checksum(Filter.Checksum filter) {
      this.checksum = Objects.requireNonNull(filter, "filter");
      return this;
    }

    /** The order of cells in tiles; of a sparse array it may be {@link Layout#HILBERT}. */
    public Builder cellOrder(Layout order) {
      this.cellOrder = Objects.requireNonNull(order, "order");
      return this;
    }

    /** The order of tiles. */
    public Builder tileOrder(Layout order) {
      this.tileOrder = Objects.requireNonNull(order, "order");
      return this;
    }

    /**
     * The key of the new array. Without it, and unless {@link #unencrypted} is said, the new array
     * has the key that the engine has for its location, or else that of the old one.
     */
    public Builder key(EncryptionKey secret) {
      this.key = Objects.requireNonNull(secret, "secret");
      this.unencrypted = false;
      return this;
    }

    /** No key, even where the old array has one. */
    public Builder unencrypted() {
      this.key = null;
      this.unencrypted = true;
      return this;
    }

    /**
     * The format version of the new array, 7 to 23; 22, the newest that released TileDB reads, when
     * not said.
     */
    public Builder formatVersion(int version) {
      if (version < 7 || version > 23) {
        throw new IllegalArgumentException(
            "format version %d: arrays are written in versions 7 to 23".formatted(version));
      }
      this.formatVersion = version;
      return this;
    }

    /**
     * The time that the new array and its cells are of.
     *
     * @param timestamp milliseconds since 1970 UTC, at least 0
     */
    public Builder at(long timestamp) {
      if (timestamp < 0) {
        throw new IllegalArgumentException(
            "written at %d: times are milliseconds since 1970, at least 0".formatted(timestamp));
      }
      this.time = timestamp;
      return this;
    }

    /** Listens to how much is done; {@link Progress#NONE} by default. */
    public Builder progress(Progress listener) {
      this.progress = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /** The request; whether it fits an array is seen when that is repacked. */
    public RepackRequest build() {
      return new RepackRequest(this);
    }
  }
}
