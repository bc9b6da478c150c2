package io.tiledb.java.api;

import io.azulejo.Read;
import io.azulejo.query.Aggregate;
import io.azulejo.query.ReadStats;
import io.azulejo.query.SizeBound;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A query that reads, writes or deletes cells. Cells are exchanged through buffers. A buffer is a
 * {@link NativeArray}, which the query owns and closes, or a direct {@link ByteBuffer} in native
 * byte order. The query uses the whole capacity of a ByteBuffer, regardless of position and limit.
 *
 * <p><b>Reads.</b> {@link #submit} fills the buffers with whole cells. If more cells follow, the
 * status is {@link QueryStatus#TILEDB_INCOMPLETE}, and the next submit continues with the next
 * cell. Other buffers of the same fields can be set in between. If the buffers are too small for
 * one cell, the query is incomplete without cells. A read sets the limits of ByteBuffers to the end
 * of the cells.
 *
 * <p><b>Writes.</b> In row-major, column-major and unordered layout, each submit commits the cells
 * in the buffers as a fragment. In global order, {@link #finalizeQuery} commits the cells of all
 * submits. The buffers can be changed after each submit.
 *
 * <p><b>Deletes.</b> {@link #submit} deletes exactly the cells that meet the condition.
 *
 * <p>The parameters {@code sm.var_offsets.*} of the context determine the form of offsets.
 *
 * <p>Differences from the native library:
 *
 * <ul>
 *   <li>Methods for sizes and estimates work for all fields, also without offsets or with nulls.
 *   <li>Update queries do not exist.
 * </ul>
 */
public class Query implements AutoCloseable {
  private final Context ctx;
  private final Array array;
  private final QueryType type;
  private final Config config;
  private final QueryBuffers buffers = new QueryBuffers();
  private final QueryExecution execution;

  /**
   * Creates a query.
   *
   * @param type the mode in which the array is open
   */
  public Query(Array array, QueryType type) throws TileDBError {
    array.checkIsOpen();
    if (type != array.getQueryType()) {
      throw new TileDBError(
          "a %s query needs an array that is open for it; the array is open for %s"
              .formatted(type, array.getQueryType()));
    }
    this.ctx = array.getCtx();
    this.array = array;
    this.type = type;
    this.config = ctx.config();
    this.execution = new QueryExecution(array, type, config, buffers);
  }

  /** Creates a query of the type for which the array is open. */
  public Query(Array array) throws TileDBError {
    this(array, array.getQueryType());
  }

  /**
   * Sets the order of the cells. The default is row-major, or unordered for writes to sparse
   * arrays.
   */
  public synchronized Query setLayout(Layout layout) throws TileDBError {
    execution.layout(layout);
    return this;
  }

  /** Returns the status. */
  public QueryStatus getQueryStatus() throws TileDBError {
    return execution.status();
  }

  /**
   * Reads or writes the cells that fit into, or are in, the buffers. Does nothing if a read is
   * complete.
   */
  public synchronized QueryStatus submit() throws TileDBError {
    Calls.run(ctx, execution::submit);
    return execution.status();
  }

  /** Submits the query, and commits all cells of a write in global order. */
  public synchronized QueryStatus submitAndFinalize() throws TileDBError {
    Calls.run(
        ctx,
        () -> {
          execution.submit();
          execution.finish();
        });
    return execution.status();
  }

  /** Sets the part of the array to read, or of a dense array to write. Starts the query again. */
  public synchronized Query setSubarray(SubArray subarray) throws TileDBError {
    execution.subarray(subarray);
    return this;
  }

  /** Sets the lowest and the highest coordinate of each dimension, as in earlier TileDB-Java. */
  public synchronized Query setSubarray(ByteBuffer subarray) throws TileDBError {
    return setSubarray(new SubArray(ctx, array).setSubarray(subarray));
  }

  /**
   * Fails, because update queries do not exist.
   *
   * @throws TileDBError always
   */
  public void addUpdateValue(String column, NativeArray value, BigInteger updateValueSize)
      throws TileDBError {
    throw new TileDBError("update queries are not supported; delete the cells and write new ones");
  }

  private SizeBound estimate(String column) throws TileDBError {
    requireField(column);
    return Calls.get(
        ctx, () -> execution.read().select(column).sizeBounds().values().iterator().next());
  }

  /** Returns an upper bound for the size of the values of a field in the whole result, in bytes. */
  public synchronized long getEstResultSize(Context ctx, String column) throws TileDBError {
    return estimate(column).data();
  }

  /** Returns the number of fragments that may have cells in the subarray. */
  public long getRelevantFragmentNum() throws TileDBError {
    return Calls.get(ctx, () -> execution.read().plan().fragments().touched());
  }

  /** Returns the channel to which aggregates can be added. */
  public QueryChannel getDefaultChannel() throws TileDBError {
    return new QueryChannel(this);
  }

  /** Adds an aggregate; see {@link QueryChannel#applyAggregate}. */
  synchronized void addAggregate(String name, Aggregate aggregate) throws TileDBError {
    execution.aggregates().add(name, aggregate);
  }

  /** Returns upper bounds for the sizes in bytes of the offsets and the values of a field. */
  public synchronized Pair<Long, Long> getEstResultSizeVar(Context ctx, String column)
      throws TileDBError {
    SizeBound bound = estimate(column);
    return new Pair<>(bound.offsets(), bound.data());
  }

  /**
   * Returns upper bounds for the sizes in bytes of the offsets, the values, and the validity of a
   * field.
   */
  public synchronized Pair<Pair<Long, Long>, Long> getEstResultSizeVarNullable(
      Context ctx, String column) throws TileDBError {
    SizeBound bound = estimate(column);
    return new Pair<>(new Pair<>(bound.offsets(), bound.data()), bound.validity());
  }

  /** Returns upper bounds for the sizes in bytes of the values and the validity of a field. */
  public synchronized Pair<Long, Long> getEstResultSizeNullable(Context ctx, String column)
      throws TileDBError {
    SizeBound bound = estimate(column);
    return new Pair<>(bound.data(), bound.validity());
  }

  /**
   * Sets the buffer for the values of a field.
   *
   * @deprecated use {@link #setDataBuffer(String, NativeArray)}
   */
  @Deprecated
  public synchronized Query setBuffer(String attr, NativeArray data) throws TileDBError {
    return setDataBuffer(attr, data);
  }

  /**
   * Sets the buffers for the offsets and the values of a field.
   *
   * @deprecated use {@link #setDataBuffer(String, NativeArray)} and {@link
   *     #setOffsetsBuffer(String, NativeArray)}
   */
  @Deprecated
  public synchronized Query setBuffer(String attr, NativeArray offsets, NativeArray data)
      throws TileDBError {
    return setDataBuffer(attr, data).setOffsetsBuffer(attr, offsets);
  }

  /**
   * Sets the buffers for the values and the validity of a field.
   *
   * @deprecated use {@link #setDataBuffer(String, NativeArray)} and {@link
   *     #setValidityBuffer(String, NativeArray)}
   */
  @Deprecated
  public synchronized Query setBufferNullable(String attr, NativeArray data, NativeArray bytemap)
      throws TileDBError {
    return setDataBuffer(attr, data).setValidityBuffer(attr, bytemap);
  }

  /**
   * Sets the buffers for the offsets, the values and the validity of a field.
   *
   * @deprecated use {@link #setDataBuffer(String, NativeArray)} and the methods for the other
   *     buffers
   */
  @Deprecated
  public synchronized Query setBufferNullable(
      String attr, NativeArray offsets, NativeArray data, NativeArray bytemap) throws TileDBError {
    return setDataBuffer(attr, data)
        .setOffsetsBuffer(attr, offsets)
        .setValidityBuffer(attr, bytemap);
  }

  /**
   * Allocates a buffer for the values of a field.
   *
   * @deprecated use {@link #setDataBuffer(String, long)}
   */
  @Deprecated
  public synchronized Query setBuffer(String attr, long bufferElements) throws TileDBError {
    return setDataBuffer(attr, bufferElements);
  }

  /**
   * Sets the buffer for the values of a field, and closes the previous one. The query closes the
   * buffer.
   *
   * @throws TileDBError if the types of the buffer and the field differ
   */
  public synchronized Query setDataBuffer(String attr, NativeArray buffer) throws TileDBError {
    if (!execution.aggregates().has(attr)) {
      Types.typeCheck(requireField(attr).type(), buffer.getNativeType());
    }
    buffers.setData(attr, QueryBuffer.of(buffer, buffer.getNBytes()));
    return this;
  }

  /**
   * Sets the first part of a buffer for the values of a field; see {@link #setDataBuffer(String,
   * NativeArray)}.
   *
   * @param bufferElements how many elements of the buffer to use
   */
  public synchronized Query setDataBuffer(String attr, NativeArray buffer, long bufferElements)
      throws TileDBError {
    QueryViews.requireElements(bufferElements, buffer.getSize());
    setDataBuffer(attr, buffer);
    buffers.data(attr).limit(bufferElements * buffer.getNativeTypeSize());
    return this;
  }

  /** Sets the buffer for the validity of a nullable attribute: one byte per cell, 0 for null. */
  public synchronized Query setValidityBuffer(String attr, NativeArray bytemap) throws TileDBError {
    requireNullable(attr);
    buffers.setValidity(attr, QueryBuffer.of(bytemap, bytemap.getNBytes()));
    return this;
  }

  /** Sets the buffer for the validity of a nullable attribute: one byte per cell, 0 for null. */
  public synchronized Query setValidityBuffer(String attr, ByteBuffer buffer) throws TileDBError {
    requireNullable(attr);
    buffers.setValidity(attr, QueryBuffer.of(buffer));
    return this;
  }

  /** Sets the buffer for the offsets of a field whose cells have variable size. */
  public synchronized Query setOffsetsBuffer(String attr, ByteBuffer buffer) throws TileDBError {
    requireVar(attr);
    buffers.setOffsets(attr, QueryBuffer.of(buffer));
    return this;
  }

  /** Allocates a buffer for the values of a field; {@link #getBufferNIO} returns it. */
  public synchronized Query setDataBuffer(String attr, long bufferElements) throws TileDBError {
    QueryViews.requireElements(bufferElements, Integer.MAX_VALUE);
    int size = Util.castLongToInt(bufferElements * requireField(attr).valueSize());
    return setDataBuffer(attr, ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder()));
  }

  /**
   * Sets the buffer for the values of a field.
   *
   * @throws TileDBError if the buffer is empty, not direct, or not in native byte order
   */
  public synchronized Query setDataBuffer(String attr, ByteBuffer buffer) throws TileDBError {
    if (!execution.aggregates().has(attr)) {
      requireField(attr);
    }
    buffers.setData(attr, QueryBuffer.of(buffer));
    return this;
  }

  /**
   * Sets the buffer for the offsets of a field whose cells have variable size.
   *
   * @param offsets an array of UINT64, also for offsets of 32 bits
   */
  public synchronized Query setOffsetsBuffer(String attr, NativeArray offsets) throws TileDBError {
    Types.typeCheck(Datatype.TILEDB_UINT64, offsets.getNativeType());
    requireVar(attr);
    buffers.setOffsets(attr, QueryBuffer.of(offsets, offsets.getNBytes()));
    return this;
  }

  /**
   * Returns a field of the array.
   *
   * @throws TileDBError if the array does not have it
   */
  QueryField requireField(String name) throws TileDBError {
    return QueryField.find(array.toEngine().schema(), name)
        .orElseThrow(() -> new TileDBError("the array has no field \"%s\"".formatted(name)));
  }

  private void requireNullable(String name) throws TileDBError {
    if (!execution.aggregates().has(name) && !requireField(name).nullable()) {
      throw new TileDBError("\"%s\" is not nullable; it has no validity".formatted(name));
    }
  }

  private void requireVar(String name) throws TileDBError {
    if (!execution.aggregates().has(name) && !requireField(name).isVar()) {
      throw new TileDBError(
          "the cells of \"%s\" have a fixed size; they have no offsets".formatted(name));
    }
  }

  /** Sets how many bytes of the buffers of a field to use. */
  public synchronized Query setBufferByteSize(String attribute, Long offsetSize, Long bufferSize)
      throws TileDBError {
    QueryBuffer offsets = buffers.offsets(attribute);
    QueryViews.requireElements(offsetSize, offsets.bytes().capacity());
    setBufferByteSize(attribute, bufferSize);
    offsets.limit(offsetSize);
    return this;
  }

  /** Sets how many bytes of the buffer for the values of a field to use. */
  public synchronized Query setBufferByteSize(String attribute, Long bufferSize)
      throws TileDBError {
    QueryBuffer data = buffers.data(attribute);
    QueryViews.requireElements(bufferSize, data.bytes().capacity());
    data.limit(bufferSize);
    return this;
  }

  /** Sets how many elements of the array for the values of a field to use. */
  public synchronized Query setBufferElements(String attribute, Integer bufferElements)
      throws TileDBError {
    QueryBuffer data = buffers.data(attribute);
    int size = QueryViews.array(data, attribute).getNativeTypeSize();
    return setBufferByteSize(attribute, (long) bufferElements * size);
  }

  /** Sets how many elements of the arrays for the offsets and the values of a field to use. */
  public synchronized Query setBufferElements(
      String attribute, Integer offsetElements, Integer bufferElements) throws TileDBError {
    QueryBuffer offsets = buffers.offsets(attribute);
    long size = (long) offsetElements * QueryViews.array(offsets, attribute).getNativeTypeSize();
    QueryViews.requireElements(size, offsets.bytes().capacity());
    setBufferElements(attribute, bufferElements);
    offsets.limit(size);
    return this;
  }

  /**
   * Returns how many offsets (0 if there are none) and values the ByteBuffers of a field have.
   *
   * @param typeSize the size of a value in bytes
   */
  public Pair<Long, Long> resultBufferElementsNIO(String name, int typeSize) throws TileDBError {
    QueryBuffers.Parts parts = buffers.fields().get(name);
    QueryBuffer offsets = parts == null ? null : parts.offsets();
    long count = offsets == null ? 0 : offsets.used() / execution.offsetFormat().size();
    return new Pair<>(count, buffers.data(name).used() / typeSize);
  }

  /** Returns how many offsets (0 if there are none) and values the arrays have, by field. */
  public HashMap<String, Pair<Long, Long>> resultBufferElements() throws TileDBError {
    return buffers.sizes(true);
  }

  /** Returns how many bytes of offsets and values the arrays have, by field. */
  public HashMap<String, Pair<Long, Long>> resultBufferSizes() throws TileDBError {
    return buffers.sizes(false);
  }

  /** Closes all arrays, clears all ByteBuffers, and forgets them. */
  public synchronized void resetBuffers() {
    buffers.clear();
  }

  /** Sets the sizes of all buffers to a number of bytes. Reads nevertheless use them completely. */
  public synchronized Query resetBufferSizes(Long val) {
    buffers.useAll(val);
    return this;
  }

  /** Sets the sizes of all buffers to 0. Reads nevertheless use them completely. */
  public Query resetBufferSizes() {
    return resetBufferSizes(0L);
  }

  /** Returns a copy of the values in the array of a field, as a Java array. */
  public Object getBuffer(String bufferName) throws TileDBError {
    return QueryViews.values(buffers.data(bufferName), bufferName);
  }

  /** Returns the ByteBuffers of the offsets (null if there are none) and the values of a field. */
  public Pair<ByteBuffer, ByteBuffer> getBufferNIO(String attr) throws TileDBError {
    return QueryViews.buffers(buffers, attr);
  }

  /**
   * Returns the ByteBuffers of a field.
   *
   * @deprecated use {@link #getBufferNIO}
   */
  @Deprecated
  public Pair<ByteBuffer, ByteBuffer> getByteBuffer(String attr) throws TileDBError {
    return getBufferNIO(attr);
  }

  /**
   * Returns a copy of the offsets in the array of a field.
   *
   * @deprecated use {@link #getOffsetsBuffer}
   */
  @Deprecated
  public long[] getVarBuffer(String bufferName) throws TileDBError {
    return getOffsetsBuffer(bufferName);
  }

  /** Returns a copy of the offsets in the array of a field. */
  public long[] getOffsetsBuffer(String bufferName) throws TileDBError {
    return QueryViews.offsets(buffers.offsets(bufferName), execution.offsetFormat());
  }

  /** Returns the buffers of a field with 4-byte integers; the first is null without offsets. */
  public Pair<LongBuffer, IntBuffer> getIntBuffer(String bufferName) throws TileDBError {
    return view(bufferName, Integer.class, ByteBuffer::asIntBuffer);
  }

  /** Returns the buffers of a field with 8-byte integers; the first is null without offsets. */
  public Pair<LongBuffer, LongBuffer> getLongBuffer(String bufferName) throws TileDBError {
    return view(bufferName, Long.class, ByteBuffer::asLongBuffer);
  }

  /** Returns the buffers of a field with 2-byte integers; the first is null without offsets. */
  public Pair<LongBuffer, ShortBuffer> getShortBuffer(String bufferName) throws TileDBError {
    return view(bufferName, Short.class, ByteBuffer::asShortBuffer);
  }

  /** Returns offsets (null if there are none) and decoded characters of a CHAR field. */
  public Pair<LongBuffer, CharBuffer> getCharBuffer(String bufferName) throws TileDBError {
    return view(bufferName, Byte.class, QueryViews::characters);
  }

  /** Returns the buffers of a FLOAT32 field; the first is null without offsets. */
  public Pair<LongBuffer, FloatBuffer> getFloatBuffer(String bufferName) throws TileDBError {
    return view(bufferName, Float.class, ByteBuffer::asFloatBuffer);
  }

  /** Returns the buffers of a FLOAT64 field; the first is null without offsets. */
  public Pair<LongBuffer, DoubleBuffer> getDoubleBuffer(String bufferName) throws TileDBError {
    return view(bufferName, Double.class, ByteBuffer::asDoubleBuffer);
  }

  private <B> Pair<LongBuffer, B> view(
      String name, Class<?> element, java.util.function.Function<ByteBuffer, B> view)
      throws TileDBError {
    return QueryViews.view(
        getBufferNIO(name), requireField(name), element, execution.offsetFormat(), view);
  }

  /** Returns a copy of the bytes in the ByteBuffer of a field, from its position to its limit. */
  public byte[] getByteArray(String bufferName) throws TileDBError {
    return QueryViews.drain(getBufferNIO(bufferName).getSecond());
  }

  /** Returns a copy of the offsets in the ByteBuffer of a field. */
  public long[] getOffsetsBufferNIO(String bufferName) throws TileDBError {
    return getOffsetsBuffer(bufferName);
  }

  /**
   * Returns a copy of the offsets in the ByteBuffer of a field.
   *
   * @deprecated use {@link #getOffsetsBufferNIO}
   */
  @Deprecated
  public long[] getOffsetArray(String bufferName) throws TileDBError {
    return getOffsetsBufferNIO(bufferName);
  }

  /** Returns the plan of the query as JSON. */
  public String getPlan() throws TileDBError {
    return QueryViews.plan(array, execution.layout(), buffers.fields().keySet());
  }

  /** Returns a copy of the validity in the array of a field: 0 for null, 1 for a value. */
  public short[] getValidityBuffer(String attribute) throws TileDBError {
    return QueryViews.validity(buffers.validity(attribute));
  }

  /**
   * Returns a copy of the validity in the array of a field.
   *
   * @deprecated use {@link #getValidityBuffer}
   */
  @Deprecated
  public short[] getValidityByteMap(String attribute) throws TileDBError {
    return getValidityBuffer(attribute);
  }

  /**
   * Returns upper bounds for the sizes in bytes of the offsets (null if there are none) and the
   * values of all dimensions and attributes, by name.
   */
  public HashMap<String, Pair<Long, Long>> getResultEstimations() throws TileDBError {
    HashMap<String, Pair<Long, Long>> estimations = new LinkedHashMap<>();
    Read read = execution.read();
    for (Map.Entry<String, SizeBound> entry : Calls.get(ctx, read::sizeBounds).entrySet()) {
      SizeBound bound = entry.getValue();
      Long offsets = requireField(entry.getKey()).isVar() ? bound.offsets() : null;
      estimations.put(entry.getKey(), QueryViews.pair(offsets, bound.data()));
    }
    return estimations;
  }

  /** Commits the cells of a write in global order. Does nothing for other queries. */
  public Query finalizeQuery() throws TileDBError {
    Calls.run(ctx, execution::finish);
    return this;
  }

  /** Returns the number of fragments that this query has committed. */
  public long getFragmentNum() throws TileDBError {
    return execution.fragments().size();
  }

  /** Returns the URI of a fragment that this query has committed. */
  public String getFragmentURI(BigInteger idx) throws TileDBError {
    return QueryViews.fragmentUri(array, QueryViews.fragment(execution.fragments(), idx));
  }

  /** Returns the first and the last timestamp of a fragment that this query has committed. */
  public Pair<Long, Long> getFragmentTimestampRange(BigInteger idx) throws TileDBError {
    return QueryViews.times(QueryViews.fragment(execution.fragments(), idx));
  }

  /** Returns READ, WRITE or another type. */
  @Override
  public String toString() {
    return type.name().substring("TILEDB_".length());
  }

  /** Returns what this query has cost so far, as JSON in the form of the native library. */
  public String getStats() throws TileDBError {
    ReadStats stats = execution.stats();
    return StatsJson.of("Context.Query", stats);
  }

  /** Sets the condition of the cells to read or delete. Starts the query again. */
  public void setCondition(QueryCondition queryCondition) throws TileDBError {
    execution.condition(Calls.get(ctx, queryCondition::toEngine));
  }

  /** Returns a copy of the configuration. */
  public Config getConfig() throws TileDBError {
    return config.copy();
  }

  /**
   * Ends a read, deletes the cells of a write that was not finalized, and closes the arrays that
   * were set as buffers. Closing a closed query does nothing.
   */
  @Override
  public synchronized void close() {
    execution.close();
    resetBuffers();
  }
}
