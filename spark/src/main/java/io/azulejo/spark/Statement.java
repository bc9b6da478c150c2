package io.azulejo.spark;

import io.azulejo.error.ConflictException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import scala.Option;

/**
 * An SQL statement that changes one table and can run again after a conflict with another writer.
 *
 * @param sql the text of the statement
 */
record Statement(String sql) {
  private static final int MAX_ATTEMPTS = 20;
  private static final long MAX_PAUSE_MILLIS = 250;

  /**
   * True while this thread reruns a statement. Only the outermost rerun handles further conflicts.
   */
  private static final ThreadLocal<Boolean> RERUNNING = ThreadLocal.withInitial(() -> false);

  /** Returns the statement that Spark is planning in this thread; empty for DataFrame calls. */
  static Optional<Statement> current() {
    Option<String> text = CurrentOrigin.get().sqlText();
    return text.isDefined() ? Optional.of(new Statement(text.get())) : Optional.empty();
  }

  /**
   * Returns whether the text can run again as a whole because it makes a single change to a single
   * table. Scripts and inserts into several tables cannot run again. Neither can statements with
   * parameters, because the values are not known here.
   */
  boolean isSingleChange() {
    try {
      LogicalPlan plan = new CatalystSqlParser().parsePlan(sql);
      return !plan.containsPattern(TreePattern.PARAMETER())
          && isChange(plan instanceof UnresolvedWith with ? with.child() : plan);
    } catch (RuntimeException e) {
      return false; // Spark parsed it with the syntax of an extension.
    }
  }

  private static boolean isChange(LogicalPlan plan) {
    return plan instanceof UpdateTable
        || plan instanceof DeleteFromTable
        || plan instanceof MergeIntoTable
        || plan instanceof InsertIntoStatement;
  }

  /**
   * Runs the statement from the beginning on the current rows, until it succeeds or the attempts
   * are used up.
   *
   * @param conflict the conflict of the previous run
   * @throws ConflictException if other writers interfered in every attempt, if the thread was
   *     interrupted, or if this thread is already rerunning a statement
   */
  void rerun(ConflictException conflict) {
    if (RERUNNING.get()) {
      throw conflict;
    }
    RERUNNING.set(true);
    try {
      ConflictException last = conflict;
      for (int attempt = 1; attempt <= MAX_ATTEMPTS && pause(attempt); attempt++) {
        try {
          SparkSession.active().sql(sql);
          return;
        } catch (RuntimeException e) {
          last = conflict(e).orElseThrow(() -> e);
        }
      }
      throw last;
    } finally {
      RERUNNING.remove();
    }
  }

  /** Returns the conflict that caused a failure; empty if the failure has another cause. */
  private static Optional<ConflictException> conflict(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConflictException conflict) {
        return Optional.of(conflict);
      }
    }
    return Optional.empty();
  }

  /**
   * Waits for a random time, so that conflicting statements do not collide again.
   *
   * @param attempt the number of the attempt, from 1; the maximum wait grows with it
   * @return false if the thread was interrupted
   */
  private static boolean pause(int attempt) {
    long most = Math.min(MAX_PAUSE_MILLIS, 4L << attempt);
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(most + 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
