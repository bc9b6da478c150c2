package io.tiledb.java.api;

/** The cells of a query, seen as one group that can be aggregated. */
@SuppressWarnings("try") // the signature of close
public class QueryChannel implements AutoCloseable {
  private final Query query;

  /** Creates the channel of a query. */
  QueryChannel(Query query) {
    this.query = query;
  }

  /**
   * Adds an aggregate to the query. The query writes it to the buffers that are set for the result.
   *
   * @param fieldName the name of the result. It may be the name of a field, whose cells are then
   *     not read
   */
  public void applyAggregate(String fieldName, ChannelOperation channelOperation)
      throws TileDBError {
    query.addAggregate(fieldName, channelOperation.toEngine());
  }

  /** Does nothing: a channel holds no resources. */
  @Override
  public void close() throws Exception {}
}
