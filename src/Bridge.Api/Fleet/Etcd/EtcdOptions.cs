namespace Bridge.Api.Fleet.Etcd;

/// <summary>Where etcd is.</summary>
/// <param name="Members">The addresses of its members, like <c>http://10.0.0.1:2379</c>, in any order.</param>
/// <param name="User">The account; null or empty: none.</param>
/// <param name="Password">The account's password.</param>
internal sealed record EtcdOptions(IReadOnlyList<Uri> Members, string? User, string? Password);
