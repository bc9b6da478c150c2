package io.azulejo.azure;

import com.azure.core.util.Context;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import io.azulejo.internal.runtime.Transfers;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.FutureTask;

/**
 * A blob in the making: one request where all fits into a block, else blocks that go to the store
 * while more is written, and a list of them that makes the blob. Blocks that no list names are seen
 * by nobody; the store drops them when the blob appears, or after a week.
 */
final class AzureOutputFile implements OutputFile {
  private static final int FIRST_BUFFER = 16 << 10;

  private final AzureStorage storage;
  private final Location location;
  private final BlobName name;
  private final int blockSize;
  private final Map<String, String> metadata = Publication.newToken();

  /** What the names of blocks begin with: writers of one blob must not take each other's. */
  private final String blockPrefix = UUID.randomUUID().toString();

  private final List<FutureTask<String>> blocks = new ArrayList<>();
  private byte[] buffer = new byte[FIRST_BUFFER];
  private int buffered;
  private long size;
  private boolean finished;

  AzureOutputFile(AzureStorage storage, Location location, int blockSize) {
    this.storage = storage;
    this.location = location;
    this.name = BlobName.of(location);
    this.blockSize = blockSize;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    requireOpen();
    int done = 0;
    while (done < length) {
      if (buffered == blockSize) {
        sendBlock();
      }
      int some = Math.min(length - done, blockSize - buffered);
      if (buffered + some > buffer.length) {
        int grown = (int) Math.min(blockSize, 2L * Math.max(buffer.length, buffered + some));
        buffer = Arrays.copyOf(buffer, grown);
      }
      System.arraycopy(source, offset + done, buffer, buffered, some);
      buffered += some;
      done += some;
      size += some;
    }
  }

  /** Sends what is buffered: in the background while the memory for that lasts, else here. */
  private void sendBlock() {
    // All names of a blob's blocks have one length.
    String id =
        Base64.getEncoder()
            .encodeToString(
                "%s-%06d"
                    .formatted(blockPrefix, blocks.size())
                    .getBytes(StandardCharsets.US_ASCII));
    byte[] bytes = buffer;
    int length = buffered;
    if (storage.uploadMemory().tryAcquire(length)) {
      buffer = new byte[Math.min(FIRST_BUFFER, blockSize)];
      blocks.add(
          storage
              .transfers()
              .begin(
                  () -> {
                    try {
                      return send(id, bytes, length);
                    } finally {
                      storage.uploadMemory().release(length);
                    }
                  }));
    } else {
      FutureTask<String> task = new FutureTask<>(() -> send(id, bytes, length));
      blocks.add(task);
      Transfers.finish(task);
    }
    buffered = 0;
  }

  private String send(String id, byte[] bytes, int length) {
    try {
      storage
          .requests()
          .send(
              name,
              () ->
                  storage
                      .connection()
                      .blob(name)
                      .getBlockBlobClient()
                      .stageBlockWithResponse(
                          new BlockBlobStageBlockOptions(id, AzureStorage.body(bytes, length)),
                          null,
                          Context.NONE));
      return id;
    } catch (RuntimeException e) {
      throw storage.failures().failed("PUT", name, e, true);
    }
  }

  @Override
  public void commit() {
    requireOpen();
    finished = true;
    if (blocks.isEmpty()) {
      storage.put(name, metadata, buffer, buffered);
    } else {
      if (buffered > 0) {
        sendBlock();
      }
      List<String> ids = new ArrayList<>();
      for (FutureTask<String> block : blocks) {
        ids.add(Transfers.finish(block));
      }
      storage
          .publication()
          .publish(
              "PUT",
              name,
              metadata,
              () ->
                  storage
                      .connection()
                      .blob(name)
                      .getBlockBlobClient()
                      .commitBlockListWithResponse(
                          new BlockBlobCommitBlockListOptions(ids)
                              .setMetadata(metadata)
                              .setRequestConditions(Publication.absent()),
                          null,
                          Context.NONE));
    }
    buffer = new byte[0];
  }

  /** Checks that nothing has ended the writing yet. */
  void requireOpen() {
    if (finished) {
      throw new IllegalStateException(location + " is complete or closed: nothing can be added");
    }
  }

  @Override
  public void close() {
    finished = true;
    buffer = new byte[0];
    blocks.forEach(block -> block.cancel(false));
  }
}
