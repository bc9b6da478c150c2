package io.tiledb.libtiledb;

/** Why a query is incomplete. */
public class tiledb_query_status_details_t {
  private tiledb_query_status_details_reason_t reason =
      tiledb_query_status_details_reason_t.TILEDB_REASON_NONE;

  /** Creates details without a reason. */
  public tiledb_query_status_details_t() {}

  /** Sets the reason. */
  public void setIncomplete_reason(tiledb_query_status_details_reason_t value) {
    reason = value;
  }

  /** Returns the reason. */
  public tiledb_query_status_details_reason_t getIncomplete_reason() {
    return reason;
  }

  /** Has no effect, because details are objects of Java. */
  public synchronized void delete() {}
}
