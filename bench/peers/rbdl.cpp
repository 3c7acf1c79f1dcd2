// RBDL, where it is installed (CMake finds it).
#include "peers.h"

#if defined(ULNA_BENCH_RBDL)

#  include <vector>

#  include <rbdl/rbdl.h>

namespace
{
namespace rbd = RigidBodyDynamics;
using Vector = rbd::Math::VectorNd;

struct State {
  Vector q, qd, qdd, tau;
};

struct Rbdl {
  rbd::Model model;
  std::vector<State> states;
  Vector moved, answer;
  rbd::Math::MatrixNd M;
};

void *create(const peer_arm *arm)
{
  Rbdl *r = new Rbdl;
  unsigned parent = 0;
  r->model.gravity = rbd::Math::Vector3d(arm->gravity[0], arm->gravity[1], arm->gravity[2]);
  for (int i = 0; i < arm->n; i++) {
    const peer_link &l = arm->link[i];
    rbd::Math::Matrix3d E, I;  // E: components of the frame below to those of the link's
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) E(a, b) = l.R[b][a];
    I << l.inertia[0], l.inertia[3], l.inertia[4], l.inertia[3], l.inertia[1], l.inertia[5], l.inertia[4],
        l.inertia[5], l.inertia[2];
    const rbd::Body body(l.mass, rbd::Math::Vector3d(l.com[0], l.com[1], l.com[2]), I);
    const rbd::Joint joint(l.prismatic ? rbd::JointTypePrismatic : rbd::JointTypeRevolute,
                           rbd::Math::Vector3d(0, 0, 1));
    const rbd::Math::SpatialTransform place(E, rbd::Math::Vector3d(l.p[0], l.p[1], l.p[2]));
    parent = r->model.AddBody(parent, place, joint, body);
  }
  r->answer = r->moved = Vector::Zero(arm->n);
  r->M = rbd::Math::MatrixNd::Zero(arm->n, arm->n);
  return r;
}

void destroy(void *peer) { delete static_cast<Rbdl *>(peer); }

Vector vector_of(int n, const double from[])
{
  Vector to = Vector::Zero(n);
  for (int i = 0; i < n; i++) to[i] = from[i];
  return to;
}

void take(void *peer, int count, const double q[], const double qd[], const double qdd[], const double tau[])
{
  Rbdl &r = *static_cast<Rbdl *>(peer);
  const int n = int(r.model.dof_count);
  r.states.clear();
  for (int s = 0; s < count; s++)
    r.states.push_back({vector_of(n, q + s * n), vector_of(n, qd + s * n), vector_of(n, qdd + s * n),
                        vector_of(n, tau + s * n)});
}

double ask(void *peer, peer_question question, int state, const double *carried)
{
  Rbdl &r = *static_cast<Rbdl *>(peer);
  const State &x = r.states[std::size_t(state)];
  if (carried) r.moved = x.q.array() + *carried;
  const Vector &q = carried ? r.moved : x.q;
  if (question == PEER_INVERSE_DYNAMICS) rbd::InverseDynamics(r.model, q, x.qd, x.qdd, r.answer);
  else if (question == PEER_FORWARD_DYNAMICS) rbd::ForwardDynamics(r.model, q, x.qd, x.tau, r.answer);
  else rbd::CompositeRigidBodyAlgorithm(r.model, q, r.M);
  return question == PEER_MASS_MATRIX ? r.M(0, 0) : r.answer[0];
}

void answer(void *peer, peer_question question, double out[])
{
  const Rbdl &r = *static_cast<Rbdl *>(peer);
  const int n = int(r.model.dof_count);
  for (int i = 0; i < n; i++) {
    if (question != PEER_MASS_MATRIX) out[i] = r.answer[i];
    for (int j = 0; j < n && question == PEER_MASS_MATRIX; j++) out[i * n + j] = r.M(i, j);
  }
}

}  // namespace

extern "C" const peer_library peer_rbdl = {
    "RBDL", "as installed", {"InverseDynamics", "ForwardDynamics", "CompositeRigidBodyAlgorithm"},
    create, destroy,        take,
    ask,    answer};
#endif
