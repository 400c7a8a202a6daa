namespace Bridge.Api.Features.Gdb;

/// <summary>The section <c>Bridge:Doors</c>: other programs' protocols.</summary>
internal sealed record DoorOptions
{
    /// <summary>Gets or sets the door for GDB.</summary>
    public GdbOptions Gdb { get; set; } = new();
}
