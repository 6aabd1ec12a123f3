package org.bora.frontend.soap;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.api.Backend;

/** All operations of the contract by name. */
final class Operations {
  private Operations() {}

  static Map<String, ContractOperation<?, ?>> of(Backend backend, SoapSettings settings) {
    return Stream.of(
            new DiscoveryOperations(backend, settings.version()).all(),
            new DirectoryOperations(backend).all(),
            new ListingOperations(backend).all(),
            new PermissionOperations(backend).all(),
            new PutOperations(backend).all(),
            new GetOperations(backend).all(),
            new BringOnlineOperations(backend).all(),
            new RequestOperations(backend).all(),
            new KnownRequestOperations(backend).all(),
            new SpaceOperations(backend).all(),
            new ReservationOperations(backend).all(),
            new SpaceFileOperations(backend).all(),
            new CopyOperations(backend).all())
        .flatMap(List::stream)
        .collect(Collectors.toUnmodifiableMap(ContractOperation::name, Function.identity()));
  }
}
