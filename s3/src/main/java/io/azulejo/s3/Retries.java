package io.azulejo.s3;

import io.azulejo.internal.storage.Attempts;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.AcquireInitialTokenResponse;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RecordSuccessResponse;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenResponse;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;
import software.amazon.awssdk.retries.api.TokenAcquisitionFailedException;

/**
 * Another strategy of the SDK, but for connections that are refused, of which there are only as
 * many attempts as {@link Attempts} allows.
 */
final class Retries implements RetryStrategy {
  private final RetryStrategy strategy;

  /** The token of the other strategy with the attempts of the request so far. */
  private record Counted(RetryToken token, Attempts attempts) implements RetryToken {}

  Retries(RetryStrategy strategy) {
    this.strategy = strategy;
  }

  @Override
  public AcquireInitialTokenResponse acquireInitialToken(AcquireInitialTokenRequest request) {
    AcquireInitialTokenResponse first = strategy.acquireInitialToken(request);
    return AcquireInitialTokenResponse.create(
        new Counted(first.token(), new Attempts(maxAttempts())), first.delay());
  }

  @Override
  public RefreshRetryTokenResponse refreshRetryToken(RefreshRetryTokenRequest request) {
    Counted counted = (Counted) request.token();
    if (!counted.attempts.mayFollow(request.failure())) {
      throw new TokenAcquisitionFailedException("no attempts are left", counted, request.failure());
    }
    RefreshRetryTokenResponse next =
        strategy.refreshRetryToken(request.toBuilder().token(counted.token).build());
    return RefreshRetryTokenResponse.create(
        new Counted(next.token(), counted.attempts), next.delay());
  }

  @Override
  public RecordSuccessResponse recordSuccess(RecordSuccessRequest request) {
    Counted counted = (Counted) request.token();
    RecordSuccessResponse done = strategy.recordSuccess(RecordSuccessRequest.create(counted.token));
    return RecordSuccessResponse.create(new Counted(done.token(), counted.attempts));
  }

  @Override
  public int maxAttempts() {
    return strategy.maxAttempts();
  }

  /** Clients take this as it is. */
  @Override
  public boolean useClientDefaults() {
    return false;
  }

  @Override
  public Builder<?, ?> toBuilder() {
    return strategy.toBuilder();
  }
}
