package io.azulejo.azure;

import com.azure.core.util.Context;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import io.azulejo.internal.storage.FileParts;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A blob in the making: one request where all fits into a block, else blocks that go to the store
 * while more is written, and a list of them that makes the blob. Blocks that no list names are seen
 * by nobody; the store drops them when the blob appears, or after a week.
 */
final class AzureOutputFile implements OutputFile {
  private final AzureStorage storage;
  private final Location location;
  private final BlobName name;
  private final Map<String, String> metadata = Publication.newToken();

  /** What the names of blocks begin with: writers of one blob must not take each other's. */
  private final String blockPrefix = UUID.randomUUID().toString();

  private final FileParts<String> blocks;
  private boolean finished;

  AzureOutputFile(AzureStorage storage, Location location, int blockSize) {
    this.storage = storage;
    this.location = location;
    this.name = BlobName.of(location);
    this.blocks =
        new FileParts<>(blockSize, storage.transfers(), storage.uploadMemory(), this::send);
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    return blocks.size();
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    requireOpen();
    blocks.write(source, offset, length);
  }

  private String send(int number, byte[] bytes, int length) {
    // All names of a blob's blocks have one length.
    String id =
        Base64.getEncoder()
            .encodeToString(
                "%s-%06d".formatted(blockPrefix, number).getBytes(StandardCharsets.US_ASCII));
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
    if (blocks.anySent()) {
      List<String> ids = blocks.finish();
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
    } else {
      storage.put(name, metadata, blocks.buffered(), blocks.bufferedLength());
    }
    blocks.close();
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
    blocks.close();
  }
}
