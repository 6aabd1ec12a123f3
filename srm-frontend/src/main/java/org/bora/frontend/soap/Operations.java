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
            new SoapDiscoveryOperations(backend, settings.version()).all(),
            new SoapDirectoryOperations(backend).all(),
            new SoapListingOperations(backend).all(),
            new SoapPermissionOperations(backend).all(),
            new SoapPutOperations(backend).all(),
            new SoapGetOperations(backend).all(),
            new SoapBringOnlineOperations(backend).all(),
            new SoapRequestOperations(backend).all(),
            new SoapKnownRequestOperations(backend).all(),
            new SoapSpaceOperations(backend).all(),
            new SoapReservationOperations(backend).all(),
            new SoapSpaceFileOperations(backend).all(),
            new SoapCopyOperations(backend).all())
        .flatMap(List::stream)
        .collect(Collectors.toUnmodifiableMap(ContractOperation::name, Function.identity()));
  }
}
