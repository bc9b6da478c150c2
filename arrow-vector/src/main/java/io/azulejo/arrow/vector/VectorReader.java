package io.azulejo.arrow.vector;

import io.azulejo.Array;
import io.azulejo.arrow.ArrowCompression;
import io.azulejo.arrow.ArrowEncoder;
import io.azulejo.arrow.ArrowMessage;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A read as vectors of Arrow's Java library: each batch becomes the content of {@link
 * #getVectorSchemaRoot}, copied once, enumerations are dictionaries. For one thread at a time.
 *
 * <p>Memory outside the heap is the caller's allocator's: that of one batch and of the
 * dictionaries, which {@link #close} gives back; it closes the read, too, but not the allocator.
 * How large batches are depends on the memory budget of the engine.
 *
 * <p>What is wrong with the array or the request is an {@link io.azulejo.error.AzulejoException},
 * as in any read.
 */
public final class VectorReader extends ArrowReader {
  private final ArrowEncoder encoder;
  private final BatchReader batches;
  private boolean hasDictionaries;
  private boolean closed;
  private @Nullable Batch waiting; // for memory

  private VectorReader(ArrowEncoder encoder, BatchReader batches, BufferAllocator allocator) {
    super(allocator);
    this.encoder = encoder;
    this.batches = batches;
  }

  /**
   * Begins a read.
   *
   * @param allocator of the vectors; it has to stay open until this is closed
   * @throws io.azulejo.error.AzulejoException if the array can't be read so
   */
  public static VectorReader of(Array array, ReadRequest request, BufferAllocator allocator) {
    return of(ArrowTable.of(array, request), array.read(request).batches(), allocator);
  }

  /**
   * A read that was begun already, which this closes, also if it fails.
   *
   * @param table its columns, such as {@link ArrowTable#asStored}
   * @param allocator of the vectors; it has to stay open until this is closed
   */
  public static VectorReader of(ArrowTable table, BatchReader batches, BufferAllocator allocator) {
    try {
      return new VectorReader(ArrowEncoder.of(table, ArrowCompression.NONE), batches, allocator);
    } catch (RuntimeException e) {
      batches.close();
      throw e;
    }
  }

  @Override
  protected Schema readSchema() {
    return MessageSerializer.deserializeSchema(message(encoder.schema()));
  }

  private static Message message(ArrowMessage message) {
    return Message.getRootAsMessage(ByteBuffer.wrap(message.metadata()));
  }

  /**
   * Fills the vectors with the next batch; false at the end. What they held before is released.
   *
   * @throws OutOfMemoryException if the allocator has too little left for it: the batch is not
   *     lost, and comes with the next call
   * @throws InvalidRequestException if a value has none that it could be in Arrow, for which {@link
   *     ArrowTable#asStored} has one for each; if this reader is closed or has failed before
   * @throws io.azulejo.error.AzulejoException if the read fails
   * @throws io.azulejo.error.CancelledException if the thread is interrupted, or the time of the
   *     request is over
   */
  @Override
  public boolean loadNextBatch() throws IOException {
    if (closed) {
      throw new InvalidRequestException("the reader was closed");
    }
    try {
      prepareLoadNextBatch();
      return load();
    } catch (OutOfMemoryException e) {
      getVectorSchemaRoot().clear();
      throw new OutOfMemoryException(
          "%s; with a limit of %,d bytes the allocator \"%s\" has %,d left without the batch: give it more, or make batches smaller by a smaller memory budget of the engine (Azulejo.withMemoryBudget)"
              .formatted(
                  e.getMessage(),
                  allocator.getLimit(),
                  allocator.getName(),
                  allocator.getHeadroom()),
          e);
    }
  }

  private boolean load() throws IOException {
    getVectorSchemaRoot().clear();
    if (!hasDictionaries) {
      for (ArrowMessage dictionary : encoder.dictionaries()) {
        ArrowBuf body = body(dictionary);
        loadDictionary(MessageSerializer.deserializeDictionaryBatch(message(dictionary), body));
      }
      hasDictionaries = true;
    }
    Batch batch = waiting == null ? batches.next() : waiting;
    if (batch == null) {
      return false;
    }
    waiting = batch;
    ArrowMessage record = encoder.batch(batch);
    loadRecordBatch(MessageSerializer.deserializeRecordBatch(message(record), body(record)));
    waiting = null;
    batches.recycle(batch);
    return true;
  }

  /** The body of a message outside the heap; whoever takes it releases it. */
  private ArrowBuf body(ArrowMessage message) throws IOException {
    ArrowBuf body = allocator.buffer(message.bodyLength());
    try {
      message.writeBody(new BufferOutput(body));
      return body;
    } catch (IOException | RuntimeException e) {
      body.close();
      throw e;
    }
  }

  /** The bytes that were fetched for the read so far, of tiles and of tables of fragments. */
  @Override
  public long bytesRead() {
    return batches.stats().bytesRead();
  }

  @Override
  protected void closeReadSource() {
    closed = true;
    waiting = null;
    batches.close();
  }

  /**
   * Hands this over as a stream of Arrow's C interface, from which native code in the same process
   * reads the batches. Releasing the stream closes this; until then nobody else uses it. Errors
   * reach the one who reads by their messages.
   *
   * <p>Needs the native library of {@code arrow-c-data}, which its archive has for Linux, macOS and
   * Windows, and that {@code java.nio} is open to Arrow: {@code docs/arrow.md} has the flag.
   *
   * @param stream the structure to fill: allocated, and released or never used before
   */
  public void exportTo(ArrowArrayStream stream) {
    Data.exportArrayStream(allocator, this, stream);
  }
}
