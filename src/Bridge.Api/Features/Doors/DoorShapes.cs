using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Gdb;

/// <summary>The port at which GDB is to attach; 0: a free one.</summary>
internal sealed record GdbRequest(int? Port = null);

/// <summary>Where GDB can attach, and whether it has; without port and address it can't.</summary>
internal sealed record GdbResponse(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Port,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address, bool Attached);
