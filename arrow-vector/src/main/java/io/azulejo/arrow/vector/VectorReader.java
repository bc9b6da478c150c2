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
 * Reads cells as vectors of Arrow's Java library. Each batch is copied once into the vectors of
 * {@link #getVectorSchemaRoot}. Enumerations become dictionaries. Not thread-safe.
 *
 * <p>The caller's allocator provides the off-heap memory for one batch and the dictionaries. {@link
 * #close} releases this memory and closes the read, but not the allocator. The engine's memory
 * budget determines the size of batches.
 *
 * <p>Errors of the array or the request are reported as {@link io.azulejo.error.AzulejoException},
 * as in any read.
 */
public final class VectorReader extends ArrowReader {
  private final ArrowEncoder encoder;
  private final BatchReader batches;
  private boolean hasDictionaries;
  private boolean closed;
  private @Nullable Batch waiting; // batch to load again after an OutOfMemoryException

  private VectorReader(ArrowEncoder encoder, BatchReader batches, BufferAllocator allocator) {
    super(allocator);
    this.encoder = encoder;
    this.batches = batches;
  }

  /**
   * Starts a read and returns its reader.
   *
   * @param array the array to read
   * @param request the fields and cells to read
   * @param allocator the allocator of the vectors; must stay open until this reader is closed
   * @throws io.azulejo.error.AzulejoException if the array cannot be read with this request
   */
  public static VectorReader of(Array array, ReadRequest request, BufferAllocator allocator) {
    return of(ArrowTable.of(array, request), array.read(request).batches(), allocator);
  }

  /**
   * Returns a reader for a read that the caller has started.
   *
   * @param table the columns of the read, for example {@link ArrowTable#asStored}
   * @param batches the read; closed with the reader, or if this method fails
   * @param allocator the allocator of the vectors; must stay open until this reader is closed
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
   * Loads the next batch into the vectors and releases their previous content.
   *
   * @return true if there was a batch; false at the end
   * @throws OutOfMemoryException if the allocator does not have enough memory; the next call tries
   *     the same batch again
   * @throws InvalidRequestException if Arrow cannot represent a value ({@link ArrowTable#asStored}
   *     can represent all values), or if this reader is closed or has failed
   * @throws io.azulejo.error.AzulejoException if the read fails
   * @throws io.azulejo.error.CancelledException if the thread is interrupted or the request times
   *     out
   */
  @Override
  public boolean loadNextBatch() throws IOException {
    if (closed) {
      throw new InvalidRequestException("the reader is closed");
    }
    try {
      prepareLoadNextBatch();
      return load();
    } catch (OutOfMemoryException e) {
      getVectorSchemaRoot().clear();
      throw new OutOfMemoryException(
          ("%s; the limit is %,d bytes, and without this batch the allocator \"%s\" has %,d "
                  + "left; raise the limit, or use smaller batches by lowering the engine's memory "
                  + "budget (Azulejo.withMemoryBudget)")
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

  /** Writes the body of a message to a new off-heap buffer. The caller must release it. */
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

  /**
   * Returns the number of bytes that the read has fetched so far, for tiles and fragment metadata.
   */
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
   * Exports this reader as a stream of Arrow's C interface, for native code in the same process.
   *
   * <p>From now on, only the stream may use this reader; releasing the stream closes it. The
   * consumer receives errors as text.
   *
   * <p>This requires the native library of {@code arrow-c-data}, which includes Linux, macOS and
   * Windows, and a JVM flag that opens {@code java.nio} to Arrow. See {@code docs/arrow.md}.
   *
   * @param stream the structure to fill. The caller allocates it; it must be unused or released.
   */
  public void exportTo(ArrowArrayStream stream) {
    Data.exportArrayStream(allocator, this, stream);
  }
}
