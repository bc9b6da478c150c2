package io.azulejo.azure;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.rest.PagedIterable;
import com.azure.core.http.rest.PagedResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobListDetails;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.DeleteSnapshotsOptionType;
import com.azure.storage.blob.models.ListBlobsOptions;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.options.BlockBlobStageBlockOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectBody;
import io.azulejo.storage.objects.ObjectClient;
import io.azulejo.storage.objects.ObjectFailure;
import io.azulejo.storage.objects.ObjectName;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.RequestCounts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Sends object store requests to Azure Blob Storage. Blobs that represent folders in accounts with
 * hierarchical namespaces count as folders. The parts of an upload are blocks, which stay invisible
 * until a block list commits the blob.
 */
final class AzureObjectClient implements ObjectClient {
  private final AzureConnection connection;
  private final AzureFailures failures;

  private AzureObjectClient(AzureOptions options) {
    connection = new AzureConnection(options);
    failures = new AzureFailures(options, connection);
  }

  /**
   * Creates a store.
   *
   * @param memory memory of the engine, which is charged for upload buffers
   */
  static ObjectStorage storage(AzureOptions options, StoreMemory memory) {
    return new ObjectStorage(
        new AzureObjectClient(options),
        ObjectStorage.Options.DEFAULT
            .withMaxRequests(options.parallel)
            .withUploads(options.blockSize, options.uploadMemory)
            .withAttempts(options.retries + 1, options.firstDelay, options.maxDelay),
        memory);
  }

  private BlockBlobClient blocks(ObjectName name) {
    return connection.blob(BlobName.of(name)).getBlockBlobClient();
  }

  @Override
  public String name() {
    return "azure";
  }

  @Override
  public void check(ObjectName name) {
    BlobName.of(name);
  }

  @Override
  public Info head(ObjectName name) {
    BlobProperties found = connection.blob(BlobName.of(name)).getProperties();
    return Info.of(
        name.key(),
        found.getBlobSize(),
        millis(found.getLastModified()),
        isFolder(found.getMetadata()),
        text(found.getETag()),
        found.getMetadata());
  }

  private static String text(@Nullable String said) {
    return said == null ? "" : said;
  }

  private static OptionalLong millis(@Nullable OffsetDateTime time) {
    return time == null ? OptionalLong.empty() : OptionalLong.of(time.toInstant().toEpochMilli());
  }

  /** Returns whether metadata marks a blob as a folder of a hierarchical namespace. */
  private static boolean isFolder(@Nullable Map<String, String> metadata) {
    return metadata != null
        && metadata.entrySet().stream()
            .anyMatch(
                e -> e.getKey().equalsIgnoreCase("hdi_isfolder") && "true".equals(e.getValue()));
  }

  @Override
  public ObjectBody get(ObjectName name, long first, long length) {
    HttpResponse answer;
    try {
      answer = connection.get(BlobName.of(name), first, first + length);
    } catch (RuntimeException e) {
      if (AzureFailures.status(e) == 416) {
        return ObjectBody.afterEnd(AzureFailures.header(e, HttpHeaderName.CONTENT_RANGE));
      }
      throw e;
    }
    return ObjectBody.answered(
        // Azure sends this header with every range. A response without it does not come from Azure.
        String.valueOf(answer.getHeaderValue(HttpHeaderName.CONTENT_RANGE)),
        -1,
        answer.getHeaderValue(HttpHeaderName.ETAG),
        answer.getBodyAsBinaryData().toStream(),
        answer::close);
  }

  @Override
  public int pageSize() {
    return 5000;
  }

  @Override
  public Page<Info> list(ListRequest request) {
    ListBlobsOptions options =
        new ListBlobsOptions()
            .setPrefix(request.folder().prefix())
            .setMaxResultsPerPage(request.limit())
            .setDetails(new BlobListDetails().setRetrieveMetadata(true));
    var container = connection.container(BlobName.of(request.folder()));
    PagedIterable<BlobItem> items =
        request.deep()
            ? container.listBlobs(options, null)
            : container.listBlobsByHierarchy("/", options, null);
    PagedResponse<BlobItem> answer =
        request
            .next()
            .map(items::iterableByPage)
            .orElseGet(items::iterableByPage)
            .iterator()
            .next();
    List<Info> found = new ArrayList<>();
    List<String> folders = new ArrayList<>();
    for (BlobItem item : answer.getValue()) {
      if (Boolean.TRUE.equals(item.isPrefix())) {
        folders.add(item.getName());
      } else {
        found.add(
            Info.of(
                item.getName(),
                item.getProperties().getContentLength(),
                millis(item.getProperties().getLastModified()),
                item.getName().endsWith("/") || isFolder(item.getMetadata()),
                "",
                Map.of()));
      }
    }
    return new Page<>(
        found,
        folders,
        Optional.ofNullable(answer.getContinuationToken()).filter(token -> !token.isEmpty()));
  }

  @Override
  public void put(Target target, byte[] bytes, int length) {
    blocks(target.name())
        .uploadWithResponse(
            new BlockBlobSimpleUploadOptions(body(bytes, length))
                .setMetadata(target.metadata())
                .setRequestConditions(conditions(target)),
            null,
            Context.NONE);
  }

  /** Wraps the first {@code length} bytes of an array as a request body, without copying them. */
  private static BinaryData body(byte[] bytes, int length) {
    return BinaryData.fromByteBuffer(ByteBuffer.wrap(bytes, 0, length));
  }

  private static BlobRequestConditions conditions(Target target) {
    return target.conditional()
        ? new BlobRequestConditions().setIfNoneMatch("*")
        : new BlobRequestConditions();
  }

  @Override
  public String uploadPart(ObjectName name, String upload, int number, byte[] bytes, int length) {
    // All block ids of a blob must have the same length.
    String id =
        Base64.getEncoder()
            .encodeToString(
                "%s-%06d".formatted(upload, number).getBytes(StandardCharsets.US_ASCII));
    blocks(name)
        .stageBlockWithResponse(
            new BlockBlobStageBlockOptions(id, body(bytes, length)), null, Context.NONE);
    return id;
  }

  @Override
  public void completeUpload(Target target, String upload, List<String> parts) {
    blocks(target.name())
        .commitBlockListWithResponse(
            new BlockBlobCommitBlockListOptions(parts)
                .setMetadata(target.metadata())
                .setRequestConditions(conditions(target)),
            null,
            Context.NONE);
  }

  /** Returns the maximum size of an object that one request can copy, in bytes. */
  @Override
  public long maxCopy() {
    return 256 << 20;
  }

  @Override
  public void copy(ObjectName source, Target target) {
    connection
        .blob(BlobName.of(target.name()))
        .copyFromUrlWithResponse(
            connection
                .copySource(BlobName.of(source))
                .setMetadata(target.metadata())
                .setDestinationRequestConditions(conditions(target)),
            null,
            Context.NONE);
  }

  @Override
  public void delete(ObjectName name) {
    connection
        .blob(BlobName.of(name))
        .deleteWithResponse(DeleteSnapshotsOptionType.INCLUDE, null, null, Context.NONE);
  }

  @Override
  public Optional<ObjectFailure> failure(
      RequestCounts.Kind kind, ObjectName name, RuntimeException thrown) {
    return failures.of(kind, name, thrown);
  }

  @Override
  public String withoutSecrets(String text) {
    return failures.redact(text);
  }

  @Override
  public long now() {
    return connection.clock().now();
  }

  @Override
  public void close() {
    connection.close();
  }
}
